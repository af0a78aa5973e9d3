import Foundation
import GRDB
import Logging
import Serving

/// The demo's file: where it lies, and the writer that gives it life.
enum DemoDatabase {
    /// Below the working directory.
    static let path = "data/demo.sqlite"

    /// Makes the demo's library if there is none yet; answers with its path.
    static func prepare() throws -> String {
        try FileManager.default.createDirectory(atPath: "data", withIntermediateDirectories: true)
        try DemoLibrary.create(at: path)
        return path
    }

    /// Changes a few rows about twice a second, as another program would, until the task is cancelled by its owner.
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
                    ServiceLog.logger.debug("the demo left out a change", metadata: ["error": "\(error)"])
                }
            } catch {
                ServiceLog.logger.warning("the demo stays still", metadata: ["error": "\(error)"])
            }
        }
    }
}
