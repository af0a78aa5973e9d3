import Foundation
import Synchronization

/// The folders of apps that have not stopped yet. They are removed when the process ends.
enum Leftovers {
    private static let folders = Mutex<Set<String>>([])
    private static let isWatchingTheEnd: Bool =
        atexit {
            for folder in Leftovers.folders.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: folder) }
        } == 0

    static func add(_ folder: String) {
        _ = isWatchingTheEnd
        _ = folders.withLock { $0.insert(folder) }
    }

    static func remove(_ folder: String) {
        _ = folders.withLock { $0.remove(folder) }
    }
}
