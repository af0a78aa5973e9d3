import FoundationEssentials
import Glibc
import ViewModels

/// Files that are named by their content, as they lie in a folder.
enum StoredFile {
    private static let extensions = Set(ImageType.allCases.map(\.fileExtension) + ["bin"])

    /// Whether a file may have this name: a hash, and what kind of file it is.
    static func isName(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].utf8.count == 64 && extensions.contains(String(parts[1]))
            && parts[0].utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    /// The name of a file with this content, worked out off the loop.
    @concurrent static func name(of bytes: [UInt8]) async -> String {
        "\(SHA256.hex(of: bytes)).\(ImageType(of: bytes)?.fileExtension ?? "bin")"
    }

    /// Writes a file that is there whole or not at all: under another name, and then renamed (POSIX `rename`).
    static func write(_ bytes: [UInt8], as name: String, in folder: String) throws(FileFolderError) {
        guard access("\(folder)/\(name)", R_OK) != 0 else { return }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw FileFolderError(Self.code(of: error), at: folder)
        }
        // Nobody can guess the name, and nothing that lies there already is followed or written over.
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

    /// The content of a file, read off the loop.
    @concurrent static func read(_ name: String, in folder: String) async throws -> [UInt8] {
        try Array(Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
    }

    /// Deletes a file, if it is there.
    static func delete(_ name: String, in folder: String) {
        unlink("\(folder)/\(name)")
    }

    /// The names of all files.
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

    /// The number of the system's error behind one of Foundation's.
    private static func code(of error: any Error) -> Int32 {
        ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue ?? EIO
    }
}
