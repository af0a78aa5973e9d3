import Dispatch
import Foundation
import Logging
import SQLite
import Serving

/// The demo's file: its path, and the task that changes it.
enum DemoDatabase {
    /// Relative to the working directory.
    static let path = "data/demo.sqlite"

    /// Creates the demo's library if it does not exist; returns its path.
    static func prepare() throws -> String {
        try FileManager.default.createDirectory(atPath: "data", withIntermediateDirectories: true)
        try DemoLibrary.create(at: path)
        return path
    }

    /// Changes a few rows about twice a second, as another program would, until its task is cancelled.
    static func tick(_ path: String) -> Task<Void, Never> {
        Task {
            var ticker = DemoTicker(seed: UInt64(Date.now.timeIntervalSince1970))
            await ticker.run { script in
                try await withCheckedThrowingContinuation { continuation in
                    DispatchQueue.global().async { continuation.resume(with: Result { try change(path, by: script) }) }
                }
            } failed: { error in
                ServerLog.logger.debug("demo skipped a change", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Runs a script in one transaction.
    private static func change(_ path: String, by script: String) throws(SQLFailure) {
        let connection = try SQLConnection(path, .writing, busyTimeout: .seconds(2))
        try connection.run("PRAGMA foreign_keys = ON")
        try connection.transaction { () throws(SQLFailure) in try connection.run(script) }
    }
}
