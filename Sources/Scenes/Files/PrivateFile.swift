import FoundationEssentials
import Glibc

/// Files that nobody but their owner may read, each put in its place as a whole.
enum PrivateFile {
    /// Writes a file beside it, which nobody else may read from its first moment on, and puts it in its place.
    ///
    /// - Returns: Why that was not possible, if it was not.
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

    /// Reads a file that has at most `limit` bytes.
    static func read(_ path: String, limit: Int) -> [UInt8]? {
        var info = stat()
        guard stat(path, &info) == 0, info.st_size <= limit else { return nil }
        return FileManager.default.contents(atPath: path).map { Array($0) }
    }

    /// Gives a file that makes no sense a second name, under which it stays when another takes its place.
    ///
    /// - Returns: A sentence that says where it is kept, or why it cannot be.
    static func keepDamaged(_ path: String) -> String {
        let damaged = path + ".damaged"
        unlink(damaged)
        return link(path, damaged) == 0 ? "It is kept as \(damaged)." : "It cannot be kept: \(lastError)."
    }

    /// Writes all of this into an open file, has it reach the disk, and closes the file, whatever happens.
    ///
    /// - Returns: Why that was not possible, if it was not.
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

    /// What the system says of the last call that failed.
    static var lastError: String { String(cString: strerror(errno)) }
}
