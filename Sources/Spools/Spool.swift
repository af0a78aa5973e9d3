import CLinux
import Dispatch
import Glibc
import Lists
import Synchronization

/// An unnamed file in the folder for temporary files. It is written at its end, read anywhere, and deleted with its
/// owner.
package final class Spool: Sendable {
    private let descriptor: Int32
    private let room: SpoolRoom
    private let size = Atomic(0)

    /// Creates an empty file.
    package init(in room: SpoolRoom) throws(StoreError) {
        self.room = room
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(folder)/oriel-export-XXXXXX".utf8CString)  // mkstemp(3) replaces the X
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Self.failure() }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
    }

    /// Deletes the file on another thread and part by part: the system takes a second to delete four gigabytes, and
    /// commits of a database on the same disk would wait for it.
    deinit {
        let (descriptor, room, size) = (descriptor, room, size.load(ordering: .relaxed))
        DispatchQueue.global(qos: .utility).async {
            for end in stride(from: size - size % Self.part, to: 0, by: -Self.part) {
                ftruncate(descriptor, end)
                usleep(2_000)  // on a thread of its own: commits get their turn between two parts
            }
            close(descriptor)
            room.give(back: size)
        }
    }

    /// Appends bytes.
    ///
    /// - Throws: Also ``StoreError/exportTooLarge(limit:setting:)``.
    package func append(_ bytes: [UInt8]) throws(StoreError) {
        let former = size.load(ordering: .relaxed)
        try room.take(bytes.count, beyond: former)
        size.store(former + bytes.count, ordering: .relaxed)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw Self.failure() }
            written += max(0, count)
        }
        writeBack(from: former, to: former + bytes.count)
    }

    /// The bytes that the system writes to the disk at once.
    private static let part = 8 * 1024 * 1024

    /// Has the system write each complete part to the disk, and waits for the part before. Otherwise hundreds of
    /// megabytes would be unwritten, and the system writes them first when SQLite synchronises a commit (ext4(5),
    /// `data=ordered`).
    private func writeBack(from former: Int, to size: Int) {
        let length = Int64(Self.part)
        for part in Int64(former / Self.part)..<Int64(size / Self.part) {
            clinux_begin_writing(descriptor, part * length, length)
            if part > 0 { clinux_finish_writing(descriptor, (part - 1) * length, length) }
        }
    }

    /// Reads at most `count` bytes from `offset` on.
    package func bytes(at offset: Int, count: Int) throws(StoreError) -> [UInt8] {
        var length = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            length = pread(descriptor, buffer.baseAddress, count, offset)
            initialized = max(0, length)
        }
        guard length >= 0 else { throw Self.failure() }
        return bytes
    }

    private static func failure() -> StoreError {
        .noSpool(String(cString: strerror(errno)))
    }
}
