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

    /// Returns the size of a file in bytes; `nil` for a folder, a device and a missing file.
    package static func size(_ path: String) -> Int? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }
}
