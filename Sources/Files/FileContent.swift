import CLinux
import Glibc

/// The content of a file, or the reason why there is none.
package enum FileContent: Equatable, Sendable {
    case bytes([UInt8])
    case missing
    case unreadable(String)

    /// Reads the whole file at `path`.
    package static func read(_ path: String) -> FileContent {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            return errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable(String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        var status = stat()
        let size = fstat(descriptor, &status) == 0 ? max(0, Int(status.st_size)) : 0
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size + 1)
        var count = 0
        repeat {
            let room = max(64 * 1024, size + 1 - bytes.count)
            let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
                count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                filled = max(0, count)
            }
            if bytes.isEmpty { bytes = part } else { bytes += part }
        } while count > 0
        return count < 0 ? .unreadable(String(cString: strerror(errno))) : .bytes(bytes)
    }
}
