import CLinux
import Glibc

/// Keeps other processes of ours from writing files of a folder for as long as it lives: an advisory lock (flock(2)) of the
/// folder itself, which leaves no trace and ends with its process. Who writes with anything else is not kept out.
final class FolderLock {
    private let descriptor: Int32

    /// How long to wait before the next attempt, in microseconds.
    private static let pause: UInt32 = 100
    /// How long the lock is left to others before it is taken again, so that each gets it in turn.
    static let turn = Duration.microseconds(300)

    /// Waits for the lock of the folder that a file is in, until `deadline`. A folder that cannot be locked, as on some network
    /// file systems, is taken for locked.
    ///
    /// - Throws: ``FileWriteFailure/changed`` when somebody else holds it all the time.
    init(of path: String, until deadline: ContinuousClock.Instant) throws(FileWriteFailure) {
        descriptor = open(Self.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, [EWOULDBLOCK, EINTR].contains(errno) {
            guard ContinuousClock.now < deadline else {
                close(descriptor)
                throw .changed
            }
            usleep(Self.pause)  // on the file's own queue: flock(2) waits without a limit or not at all
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Has the names in the folder reach the disk.
    func synchronize() {
        if descriptor >= 0 { fsync(descriptor) }
    }

    /// The folder that a file is in, as its path says.
    static func folder(of path: String) -> String {
        guard let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return end == path.startIndex ? "/" : String(path[..<end])
    }
}
