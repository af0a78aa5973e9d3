import CLinux
import Glibc

/// Replaces a file atomically: a reader sees the old file or the new one, also after a power failure.
///
/// The two files are exchanged, and then the old file is compared with the expected content. If it differs, the files
/// are exchanged again. So a file that another program renames to this path at any moment is never lost. Writes of
/// another program through a descriptor that it opened before are lost; no function of Linux can detect them. During
/// the second exchange a reader may see the unwanted file, but not our own processes: each holds the folder's lock from
/// its reading on.
struct FileReplacement {
    private let place: String
    private let lock: FolderLock

    /// Waits until `deadline` for our other processes that write to the folder. Read the present content after this.
    init(at path: String, until deadline: ContinuousClock.Instant) throws(FileWriteFailure) {
        let real = realpath(path, nil)  // keeps symbolic links
        place = real.map { String(cString: $0) } ?? path
        free(real)
        lock = try FolderLock(of: place, until: deadline)
    }

    /// The present content.
    var content: FileContent { FileContent.read(place) }

    /// Writes bytes if the file has the `expected` content (`nil`: any content).
    ///
    /// - Returns: Whether the bytes were written.
    func put(_ bytes: [UInt8], over expected: FileContent?) throws(FileWriteFailure) -> Bool {
        var status = stat()
        let isThere = stat(place, &status) == 0
        if isThere, access(place, W_OK) != 0 { throw failure }
        let temporary = try write(bytes, like: isThere ? status : nil)
        let isDone: Bool
        do throws(FileWriteFailure) {
            isDone = try move(temporary, over: expected)
        } catch {
            unlink(temporary)
            throw error
        }
        if isDone { lock.synchronize() }  // writes the new name to the disk
        unlink(temporary)  // the former file, or the unused new one
        return isDone
    }

    /// Writes a temporary file in the same folder, with the owner and permissions of the other.
    private func write(_ bytes: [UInt8], like status: stat?) throws(FileWriteFailure) -> String {
        var template = Array((place + ".XXXXXX").utf8CString)  // mkstemp(3) replaces the X
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw failure }
        defer { close(descriptor) }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        if let status { _ = fchown(descriptor, status.st_uid, status.st_gid) }
        let mode = status.map { $0.st_mode & 0o7777 } ?? 0o644
        guard fchmod(descriptor, mode) == 0, fill(descriptor, with: bytes), fsync(descriptor) == 0 else {
            let failure = failure
            unlink(path)
            throw failure
        }
        return path
    }

    private func fill(_ descriptor: CInt, with bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    private func move(_ temporary: String, over expected: FileContent?) throws(FileWriteFailure) -> Bool {
        guard let expected else { return try rename(temporary) }
        let ours = FileIdentity(temporary)
        if expected == .missing {
            if clinux_rename_to_nothing(temporary, place) == 0 { return true }
        } else if clinux_exchange(temporary, place) == 0 {
            return keep(temporary, ifWas: expected, ours: ours)
        }
        switch errno {
        case EEXIST, ENOENT: return false
        case EINVAL, ENOSYS:
            guard FileContent.read(place) == expected else { return false }
            return try rename(temporary)
        default: throw failure
        }
    }

    /// Completes an exchange: `temporary` is now the former file. If its content is unexpected, exchanges the files
    /// again. The newest file of another program stays at the path.
    private func keep(_ temporary: String, ifWas expected: FileContent, ours: FileIdentity?) -> Bool {
        guard FileContent.read(temporary) != expected else { return true }
        var there = ours
        var newest = FileIdentity(temporary)
        while clinux_exchange(temporary, place) == 0 {
            let out = FileIdentity(temporary)
            if out == there { break }
            (there, newest) = (newest, out)
        }
        return false
    }

    private func rename(_ temporary: String) throws(FileWriteFailure) -> Bool {
        guard Glibc.rename(temporary, place) == 0 else { throw failure }
        return true
    }

    private var failure: FileWriteFailure {
        let reason = String(cString: strerror(errno))
        switch errno {
        case EACCES, EPERM, EROFS: return .refused(reason)
        case ENOSPC, EDQUOT: return .full
        default: return .system(reason)
        }
    }
}
