import CSQLite
import Foundation

/// A path, and which file was found there.
struct FilePlace: Sendable {
    let path: String
    private let identity: FileIdentity?

    /// What is at `path` now.
    init(_ path: String) {
        self.path = path
        identity = FileIdentity(path)
    }

    /// Whether a file was there.
    var isTaken: Bool { identity != nil }

    /// Whether another file is there now, or none any more. O(1), one system call.
    ///
    /// Nobody may use SQLite on a file that has lost its name: it takes the journal of the file in its place for its own, plays
    /// it back and deletes it ("How To Corrupt An SQLite Database File", section 2.4).
    var isLeft: Bool { FileIdentity(path) != identity }

    /// What SQLite says of a write to a file that has lost its name.
    static let left = SQLFailure(code: csqlite_readonly_dbmoved, message: "the file was replaced")
}

extension String {
    /// The path from the root on. A relative one is of the folder that the program is in now, which may be renamed later.
    var fromRoot: String { hasPrefix("/") ? self : FileManager.default.currentDirectoryPath + "/" + self }
}
