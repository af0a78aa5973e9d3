import CLinux
import Glibc

/// A file put in the place of another at one go: whoever reads has the old one or the new one, after a power failure too.
///
/// The two change places, and what was there is looked at then: if it is not what was thought, they change back. So a file
/// that another program renames to this place at any moment is never lost. (What a program writes through a descriptor
/// that it opened before, and goes on writing after, is: nothing in Linux could tell.) While they change back, who reads may
/// see the file that was not wanted; processes of ours do not, as each holds the folder's lock from reading on.
struct FileReplacement {
    private let place: String
    private let lock: FolderLock

    /// Waits until no other process of ours writes to the folder, and no longer than `deadline`; read what is there now after
    /// this.
    init(at path: String, until deadline: ContinuousClock.Instant) throws(FileWriteFailure) {
        let real = realpath(path, nil)  // the file behind symbolic links, which stay
        place = real.map { String(cString: $0) } ?? path
        free(real)
        lock = try FolderLock(of: place, until: deadline)
    }

    /// What the file holds now.
    var content: FileContent { FileContent.read(place) }

    /// Puts bytes there, if the file holds `expected` (`nil`: whatever it holds).
    ///
    /// - Returns: Whether it did.
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
        if isDone { lock.synchronize() }  // the name has to be on the disk too
        unlink(temporary)  // what was there before, or what is not wanted now
        return isDone
    }

    /// Writes a file beside the other, with its owner and permissions.
    private func write(_ bytes: [UInt8], like status: stat?) throws(FileWriteFailure) -> String {
        var template = Array((place + ".XXXXXX").utf8CString)  // mkstemp(3) puts letters there
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

    /// The files have changed places: `temporary` is what was there. If that is something else, they change back; whoever
    /// comes between is the newest, and stays.
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
