import Foundation

/// A folder of a test's own, which is gone with it.
package final class TemporaryFolder: Sendable {
    /// Where it is; without a slash at the end.
    package let path = NSTemporaryDirectory() + "oriel-" + UUID().uuidString

    /// An empty folder.
    package init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        // Again when something in it goes or comes while it is removed: a log of SQLite, a draft.
        for _ in 0..<10 where FileManager.default.fileExists(atPath: path) {
            try? FileManager.default.removeItem(atPath: path)
        }
    }
}
