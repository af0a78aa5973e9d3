import Glibc
import Lists

/// A folder for temporary files, deleted with its owner. The folder of a killed process is deleted by the next process
/// that creates one: a lock marks the folders in use.
final class ScratchFolder: Sendable {
    /// The path of the folder.
    let path: String
    private let lock: CInt

    private static let prefix = "oriel-mirror-"
    /// The age in seconds before which a folder may not be locked yet.
    private static let youth = 60

    init() throws(StoreError) {
        Self.sweep(Self.parent)
        var template = Array((Self.parent + "/" + Self.prefix + "XXXXXX").utf8CString)  // mkdtemp(3) replaces the X
        guard mkdtemp(&template) != nil else { throw Self.unusable(String(cString: strerror(errno))) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        flock(lock, LOCK_EX | LOCK_NB)
    }

    deinit {
        Self.remove(path)
        close(lock)
    }

    private static var parent: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

    /// Returns the error for a folder that cannot be used.
    static func unusable(_ reason: String) -> StoreError {
        .failed("the file cannot be mirrored in \(parent) (\(reason))")
    }

    private static func sweep(_ parent: String) {
        for name in entries(of: parent) where name.hasPrefix(prefix) {
            let path = parent + "/" + name
            var status = stat()
            guard lstat(path, &status) == 0, status.st_uid == getuid(), status.st_mode & S_IFMT == S_IFDIR,
                time(nil) - status.st_mtim.tv_sec > youth
            else { continue }
            let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { remove(path) }
            close(descriptor)
        }
    }

    private static func remove(_ folder: String) {
        for name in entries(of: folder) { unlink(folder + "/" + name) }
        rmdir(folder)
    }

    private static func entries(of folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
