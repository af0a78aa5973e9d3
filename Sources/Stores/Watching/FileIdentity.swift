import Glibc

/// Which file stands at a path.
struct FileIdentity: Equatable, Sendable {
    private let device: UInt
    private let inode: UInt

    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The file that an entry is of.
    init(_ status: stat) {
        device = UInt(status.st_dev)
        inode = UInt(status.st_ino)
    }
}
