import Logging

/// The program's log.
///
/// Private data is never logged: no query, header (except the request id) or body of a request, no value of an input or
/// a row.
package enum ServerLog {
    /// The logger of the program.
    package static let logger = Logger(label: "oriel") { _ in LogLines() }

    /// Applies the level and the format in the settings.
    static func configure(_ settings: Settings) {
        LogState.level = Logger.Level(rawValue: settings.logLevel.rawValue) ?? .info
        LogState.isJSON = settings.logFormat == .json
    }

    /// Waits until everything logged has been written, for at most a second.
    package static func flush() { LogOutput.shared.flush() }

    /// Logs a sentence as a warning.
    package static func warn(_ sentence: String) { logger.warning("\(sentence)") }
}
