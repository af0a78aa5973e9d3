import Foundation

/// A folder of a test's own, which is gone with it.
package final class TemporaryFolder: Sendable {
    /// The path, without a slash at the end.
    package let path = NSTemporaryDirectory() + "oriel-" + UUID().uuidString

    /// An empty folder.
    package init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        // Retries if a file is added or removed during the removal, such as a log of SQLite.
        for _ in 0..<10 where FileManager.default.fileExists(atPath: path) {
            try? FileManager.default.removeItem(atPath: path)
        }
    }
}
