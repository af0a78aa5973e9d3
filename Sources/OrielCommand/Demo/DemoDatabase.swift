import Foundation
import GRDB
import Logging
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
            var configuration = Configuration()
            configuration.busyMode = .timeout(2)
            var ticker = DemoTicker(seed: UInt64(Date.now.timeIntervalSince1970))
            do {
                let queue = try DatabaseQueue(path: path, configuration: configuration)
                await ticker.run { script in
                    try await queue.write { try $0.execute(sql: script) }
                } failed: { error in
                    ServerLog.logger.debug("demo skipped a change", metadata: ["error": "\(error)"])
                }
            } catch {
                ServerLog.logger.warning("demo cannot change rows", metadata: ["error": "\(error)"])
            }
        }
    }
}
