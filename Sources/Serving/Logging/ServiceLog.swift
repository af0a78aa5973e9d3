import Logging
import Synchronization

/// The program's log.
///
/// What visitors keep to themselves never gets here: no query of a request, no header but its id, no body, no value of an
/// input or of a row.
package enum ServiceLog {
    /// Who writes to it.
    package static let logger = Logger(label: "oriel") { _ in LogLines() }

    /// Takes the level and the format of the settings.
    static func configure(_ settings: Settings) {
        level = Logger.Level(rawValue: settings.logLevel) ?? .info
        state.isJSON.store(settings.logFormat == "json", ordering: .relaxed)
    }

    /// Waits until what was logged is written, a second at most.
    package static func flush() { LogOutput.shared.flush() }

    /// What is logged, and what is graver.
    static var level: Logger.Level {
        get { Logger.Level.allCases[state.level.load(ordering: .relaxed)] }
        set { state.level.store(Logger.Level.allCases.firstIndex(of: newValue) ?? 0, ordering: .relaxed) }
    }

    /// Whether lines are JSON.
    static var isJSON: Bool { state.isJSON.load(ordering: .relaxed) }

    private static let state = State()

    private final class State: Sendable {
        let level = Atomic<Int>(Logger.Level.allCases.firstIndex(of: .info) ?? 0)
        let isJSON = Atomic<Bool>(false)
    }
}
