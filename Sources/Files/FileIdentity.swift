import CLinux
import Glibc

/// The identity of a file: its device and inode.
struct FileIdentity: Equatable, Sendable {
    private let device: UInt
    private let inode: UInt

    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Creates the identity of the file with this status.
    init(_ status: stat) {
        device = UInt(status.st_dev)
        inode = UInt(status.st_ino)
    }
}
