import Foundation
import SQLite

/// A path, and the identity of the file that was found there.
struct FilePlace: Sendable {
    let path: String
    private let identity: FileIdentity?

    /// Creates a place with the file at `path` now.
    init(_ path: String) {
        self.path = path
        identity = FileIdentity(path)
    }

    /// Whether a file was at the path.
    var isTaken: Bool { identity != nil }

    /// Whether the path now has another file, or none. O(1), one system call.
    ///
    /// SQLite must not be used on a file that was replaced. It would take the journal of the new file for its own, roll
    /// it back and delete it ("How To Corrupt An SQLite Database File", section 2.4).
    var isLeft: Bool { FileIdentity(path) != identity }

    /// SQLite's error for a write to a file that was replaced.
    static let left = SQLFailure(code: SQLFailure.moved, message: "the file was replaced")
}

extension String {
    /// The absolute path. A relative path refers to the present working directory, which may be renamed later.
    var fromRoot: String { hasPrefix("/") ? self : FileManager.default.currentDirectoryPath + "/" + self }
}
