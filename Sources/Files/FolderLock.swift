import CLinux
import Glibc

/// Blocks our other processes from writing files of a folder during its lifetime. It is an advisory lock (flock(2)) on
/// the folder itself, which leaves no trace and ends with its process. Programs that do not take the lock are not
/// blocked.
final class FolderLock {
    private let descriptor: Int32

    /// The pause before the next attempt, in microseconds.
    private static let pause: UInt32 = 100
    /// How long to leave the lock to other processes before taking it again, so that each gets its turn.
    static let turn = Duration.microseconds(300)

    /// Waits for the lock of a file's folder, until `deadline`. A folder that cannot be locked, as on some network file
    /// systems, counts as locked.
    ///
    /// - Throws: ``FileWriteFailure/changed`` if another process holds the lock until `deadline`.
    init(of path: String, until deadline: ContinuousClock.Instant) throws(FileWriteFailure) {
        descriptor = open(Self.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, [EWOULDBLOCK, EINTR].contains(errno) {
            guard ContinuousClock.now < deadline else {
                close(descriptor)
                throw .changed
            }
            usleep(Self.pause)  // on the file's own queue; flock(2) has no time limit
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Writes the folder's entries to the disk.
    func synchronize() {
        if descriptor >= 0 { fsync(descriptor) }
    }

    /// Returns the folder part of a file's path.
    static func folder(of path: String) -> String {
        guard let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return end == path.startIndex ? "/" : String(path[..<end])
    }
}
