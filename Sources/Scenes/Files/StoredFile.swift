import Cryptography
import FoundationEssentials
import Glibc
import ViewModels

/// Files in a folder, named by their content.
enum StoredFile {
    private static let extensions = Set(ImageType.allCases.map(\.fileExtension) + ["bin"])

    /// Whether this is a valid file name: a hash and a known file extension.
    static func isName(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].utf8.count == 64 && extensions.contains(String(parts[1]))
            && parts[0].utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    /// Returns the name of a file with this content. Runs off the loop.
    @concurrent static func name(of bytes: [UInt8]) async -> String {
        "\(Hash.sha256.hex(of: bytes)).\(ImageType(of: bytes)?.fileExtension ?? "bin")"
    }

    /// Writes a file completely or not at all: writes a draft and renames it (POSIX `rename`).
    static func write(_ bytes: [UInt8], as name: String, in folder: String) throws(FileFolderError) {
        guard access("\(folder)/\(name)", R_OK) != 0 else { return }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw FileFolderError(Self.code(of: error), at: folder)
        }
        // A random name and O_EXCL: the draft follows no link and overwrites no file.
        let draft = "\(folder)/.\(name).\(String(UInt64.random(in: 0 ... .max), radix: 36)).new"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw FileFolderError(errno, at: folder) }
        let isWritten = write(bytes, to: descriptor) && fsync(descriptor) == 0
        let failure = FileFolderError(errno, at: folder)
        close(descriptor)
        guard isWritten, rename(draft, "\(folder)/\(name)") == 0 else {
            let failure = isWritten ? FileFolderError(errno, at: folder) : failure
            unlink(draft)
            throw failure
        }
    }

    /// Reads a file. Runs off the loop.
    @concurrent static func read(_ name: String, in folder: String) async throws -> [UInt8] {
        try Array(Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
    }

    /// Deletes a file if it exists.
    static func delete(_ name: String, in folder: String) {
        unlink("\(folder)/\(name)")
    }

    /// Returns the names of all files in a folder.
    static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter(isName)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }

    /// Returns the `errno` code behind an error of Foundation.
    private static func code(of error: any Error) -> Int32 {
        ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue ?? EIO
    }
}
