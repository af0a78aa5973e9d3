import Foundation

/// A path, and the identity of the file that was found there.
package struct FilePlace: Sendable {
    package let path: String
    private let identity: FileIdentity?

    /// Creates a place with the file at `path` now.
    package init(_ path: String) {
        self.path = path
        identity = FileIdentity(path)
    }

    /// Whether a file was at the path.
    package var isTaken: Bool { identity != nil }

    /// Whether the path now has another file, or none. O(1), one system call.
    ///
    /// SQLite must not be used on a file that was replaced. It would take the journal of the new file for its own, roll
    /// it back and delete it ("How To Corrupt An SQLite Database File", section 2.4).
    package var isLeft: Bool { FileIdentity(path) != identity }
}

extension String {
    /// The absolute path. A relative path refers to the present working directory, which may be renamed later.
    package var fromRoot: String { hasPrefix("/") ? self : FileManager.default.currentDirectoryPath + "/" + self }

    /// The last component of a path; the path itself for `/`.
    package var fileName: String { split(separator: "/").last.map(String.init) ?? self }
}
