import CLinux
import Glibc

extension FileContent {
    /// Whether a file begins like a SQLite database.
    package static func isDatabase(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let head = Array("SQLite format 3\0".utf8)
        var bytes = [UInt8](repeating: 0, count: head.count)
        return Glibc.read(descriptor, &bytes, bytes.count) == head.count && bytes == head
    }
}
