import FoundationEssentials
import Glibc

/// Files that only their owner can read, each replaced atomically.
enum PrivateFile {
    /// Writes a draft beside the file, readable only by its owner from the start, and renames the draft to `path`.
    ///
    /// - Returns: The reason of a failure, or `nil`.
    static func replace(_ path: String, with bytes: [UInt8]) -> String? {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let draft = path + ".new"
        unlink(draft)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return lastError }
        if let reason = fill(file, with: bytes) {
            unlink(draft)
            return reason
        }
        if rename(draft, path) == 0 { return nil }
        let reason = lastError
        unlink(draft)
        return reason
    }

    /// Reads a file of at most `limit` bytes.
    static func read(_ path: String, limit: Int) -> [UInt8]? {
        var info = stat()
        guard stat(path, &info) == 0, info.st_size <= limit else { return nil }
        return FileManager.default.contents(atPath: path).map { Array($0) }
    }

    /// Links a damaged file to a second name, which stays when the file is replaced.
    ///
    /// - Returns: A sentence with the second name, or with the reason of a failure.
    static func keepDamaged(_ path: String) -> String {
        let damaged = path + ".damaged"
        unlink(damaged)
        return link(path, damaged) == 0
            ? "The damaged file is kept as \(damaged)." : "The damaged file cannot be kept: \(lastError)."
    }

    /// Writes all bytes to an open file, syncs it to disk, and closes it, also after an error.
    ///
    /// - Returns: The reason of a failure, or `nil`.
    static func fill(_ file: Int32, with bytes: [UInt8]) -> String? {
        var reason: String?
        var rest = bytes[...]
        while !rest.isEmpty, reason == nil {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count > 0 { rest.removeFirst(count) } else if count == 0 || errno != EINTR { reason = lastError }
        }
        if reason == nil, fsync(file) != 0 { reason = lastError }
        if close(file) != 0, reason == nil { reason = lastError }
        return reason
    }

    /// The system's message for the last failed call.
    static var lastError: String { String(cString: strerror(errno)) }
}
