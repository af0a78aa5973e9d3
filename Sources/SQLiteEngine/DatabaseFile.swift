import CLinux
import Foundation
import Glibc
import Lists

/// The file of a database, before it is opened.
enum DatabaseFile {
    /// Throws what is wrong with a file. SQLite would create a missing file, or give an unclear reason.
    static func check(_ path: String, mayBeEmpty: Bool) throws(StoreError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let code = errno
            throw code == ENOENT || code == ENOTDIR ? .missing : .unreadable(String(cString: strerror(code)))
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable("not a regular file") }
        guard mayBeEmpty || status.st_size > 0 else { throw .notADatabase }
        guard access(path, R_OK) == 0 else { throw .unreadable(String(cString: strerror(errno))) }
    }

    /// Creates the folder of a new file, and the folders above it, where they are missing.
    static func makeFolder(of path: String) throws(StoreError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
            let reason = cause.map { String(cString: strerror(Int32($0.code))) } ?? error.localizedDescription
            throw .noFolder(folder, reason: reason)
        }
    }
}
