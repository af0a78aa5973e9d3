import Files
import Foundation
import Glibc

extension Settings {
    /// The files that the server replaces as a whole, by the names of their settings.
    private var ownFiles: [(setting: String, path: String)] {
        [("sessionFile", sessionFile), ("resumeFile", resumeFile)].compactMap { name, path in path.map { (name, $0) } }
    }

    /// The reason, as a sentence, why one of the server's own files cannot be where a setting says; `nil` if all can.
    var ownFileFault: String? {
        for (setting, path) in ownFiles {
            if Self.isFolder(path) { return Self.sentence(setting, path, "it is a folder") }
            if FileContent.isDatabase(path) { return Self.sentence(setting, path, "it is a SQLite database") }
        }
        guard let sessionFile, let resumeFile,
            !Self.places(of: sessionFile).isDisjoint(with: Self.places(of: resumeFile))
        else { return nil }
        return Self.sentence("resumeFile", resumeFile, "\"sessionFile\" names the same file")
    }

    /// Returns the reason, as a sentence, why one of the server's own files would overwrite the served file or one of
    /// its companions; `nil` if all are safe.
    package func fault(serving path: String) -> String? {
        let served = Set(["", "-wal", "-shm", "-journal"].map { PathIdentity(path + $0) })
        if let users, served.contains(PathIdentity(users)) {
            return Self.sentence("users", users, "that is the file that is served")
        }
        let taken = ownFiles.first { !Self.places(of: $0.path).isDisjoint(with: served) }
        return taken.map { Self.sentence($0.setting, $0.path, "the served file would be overwritten") }
    }

    /// Returns the places of one of the server's own files: the file, its draft, and the copy of a damaged one.
    private static func places(of path: String) -> Set<PathIdentity> {
        Set(["", ".new", ".damaged"].map { PathIdentity(path + $0) })
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    private static func sentence(_ setting: String, _ path: String, _ reason: String) -> String {
        "The setting \"\(setting)\" cannot be \"\(path)\": \(reason)."
    }
}

/// The identity of the file at a path. Two paths to the same file are equal, even if the file does not exist yet.
private indirect enum PathIdentity: Hashable {
    case present(device: dev_t, number: ino_t)
    case absent(name: String, folder: PathIdentity)

    init(_ path: String) {
        var info = stat()
        let url = URL(fileURLWithPath: path).standardizedFileURL
        guard stat(path, &info) != 0, url.path != "/" else {
            self = .present(device: info.st_dev, number: info.st_ino)
            return
        }
        self = .absent(name: url.lastPathComponent, folder: PathIdentity(url.deletingLastPathComponent().path))
    }
}
