import Cryptography
import FoundationEssentials
import Glibc
import ViewModels

/// A file that is written in pieces under a hidden name and hashed on the way. It is deleted with its owner, unless it
/// was kept. A lock tells drafts in use from those that a crash has left (``removeAbandoned(in:)``).
final class DraftFile: @unchecked Sendable {  // guard: its one owner, which waits for each call
    private let path: String
    private let folder: String
    private let descriptor: Int32
    private let hash = RunningHash(.sha256)
    private var head: [UInt8] = []
    private var isKept = false

    /// The names of drafts begin and end so.
    private static let (prefix, suffix) = (".draft-", ".new")

    /// Creates an empty file in a folder, which is created too if it is missing. No other process
    /// gets its name.
    @concurrent static func create(in folder: String) async throws(FileFolderError) -> DraftFile {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw FileFolderError(((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue ?? EIO, at: folder)
        }
        while true {
            let name = prefix + String(UInt64.random(in: 0 ... .max), radix: 36) + suffix
            let path = "\(folder)/\(name)"
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
            guard descriptor >= 0 else { throw FileFolderError(errno, at: folder) }
            // Another process may have removed it before it was locked.
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0, access(path, F_OK) == 0 {
                return DraftFile(path, in: folder, descriptor)
            }
            close(descriptor)
        }
    }

    private init(_ path: String, in folder: String, _ descriptor: Int32) {
        (self.path, self.folder, self.descriptor) = (path, folder, descriptor)
    }

    deinit {
        let (path, descriptor, isKept) = (path, descriptor, isKept)
        Task.detached {  // deleting a large file takes time
            if !isKept { unlink(path) }
            close(descriptor)
        }
    }

    /// Appends bytes. Runs off the loop.
    @concurrent func append(_ bytes: [UInt8]) async throws(FileFolderError) {
        if head.count < Self.headSize { head += bytes.prefix(Self.headSize - head.count) }
        hash.append(bytes)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { throw FileFolderError(errno, at: folder) }
            rest = rest.dropFirst(max(0, count))
        }
    }

    private static let headSize = 16

    /// Writes everything to the disk, and returns the name that the content has. Runs off the loop.
    @concurrent func finish() async throws(FileFolderError) -> String {
        guard fsync(descriptor) == 0 else { throw FileFolderError(errno, at: folder) }
        return StoredFile.name(ofHash: hash.takeHex(), ImageType(of: head))
    }

    /// Gives the file its name. A file of this name has the same content, and is replaced.
    func keep(as name: String) throws(FileFolderError) {
        guard rename(path, "\(folder)/\(name)") == 0 else { throw FileFolderError(errno, at: folder) }
        isKept = true
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(directory) }
        guard directory >= 0, fsync(directory) == 0 else { throw FileFolderError(errno, at: folder) }
    }

    /// Deletes the drafts that a crash has left in a folder.
    static func removeAbandoned(in folder: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
            let descriptor = open("\(folder)/\(name)", O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink("\(folder)/\(name)") }
            close(descriptor)
        }
    }
}
