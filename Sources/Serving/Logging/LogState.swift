import Logging
import Synchronization

/// The current level and format of the log, one state for all loggers.
enum LogState {
    /// The lowest level that is logged.
    static var level: Logger.Level {
        get { Logger.Level.allCases[state.level.load(ordering: .relaxed)] }
        set { state.level.store(Logger.Level.allCases.firstIndex(of: newValue) ?? 0, ordering: .relaxed) }
    }

    /// Whether lines are JSON.
    static var isJSON: Bool {
        get { state.isJSON.load(ordering: .relaxed) }
        set { state.isJSON.store(newValue, ordering: .relaxed) }
    }

    private static let state = State()

    private final class State: Sendable {
        let level = Atomic<Int>(Logger.Level.allCases.firstIndex(of: .info) ?? 0)
        let isJSON = Atomic<Bool>(false)
    }
}
