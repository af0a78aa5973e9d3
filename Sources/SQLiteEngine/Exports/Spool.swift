import Dispatch
import Glibc
import Lists
import Synchronization

/// An unnamed file in the folder for temporary files. It is written at its end, read anywhere, and deleted with its
/// owner.
final class Spool: Sendable {
    private let descriptor: Int32
    private let room: SpoolRoom
    private let size = Atomic(0)

    /// Creates an empty file.
    init(in room: SpoolRoom) throws(StoreError) {
        self.room = room
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(folder)/oriel-export-XXXXXX".utf8CString)  // mkstemp(3) replaces the X
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Self.failure() }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
    }

    /// Closes the file on another thread, because the system takes a second to delete four gigabytes.
    deinit {
        let (descriptor, room, size) = (descriptor, room, size.load(ordering: .relaxed))
        DispatchQueue.global(qos: .utility).async {
            close(descriptor)
            room.give(back: size)
        }
    }

    /// Appends bytes.
    ///
    /// - Throws: Also ``StoreError/exportTooLarge(limit:setting:)``.
    func append(_ bytes: [UInt8]) throws(StoreError) {
        try room.take(bytes.count, beyond: size.load(ordering: .relaxed))
        size.add(bytes.count, ordering: .relaxed)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw Self.failure() }
            written += max(0, count)
        }
    }

    /// Reads at most `count` bytes from `offset` on.
    func bytes(at offset: Int, count: Int) throws(StoreError) -> [UInt8] {
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
