import CLinux
import Glibc

/// The state of the file at a path, from its metadata. Different stamps mean different states. Equal stamps may still
/// belong to two changes in one tick of the file system's clock.
package struct FileStamp: Equatable, Sendable {
    private let identity: FileIdentity
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// The resolution of a coarse file system clock, in seconds.
    private static let coarseness = 0.05

    /// Reads the stamp of the file at `path`; `nil` if there is none.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        identity = FileIdentity(status)
        size = Int(status.st_size)
        seconds = status.st_ctim.tv_sec
        nanoseconds = status.st_ctim.tv_nsec
    }

    /// Whether the file changed so recently that another change may leave the same stamp.
    package var isFresh: Bool {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let age = Double(now.tv_sec - seconds) + Double(now.tv_nsec - nanoseconds) / 1e9
        return (0..<Self.coarseness).contains(age)
    }
}
