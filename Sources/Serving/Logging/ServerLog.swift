import Logging
import Loop

/// The program's log.
///
/// Private data is never logged: no query, header (except the request id) or body of a request, no value of an input or
/// a row.
package enum ServerLog {
    /// The logger of the program.
    package static let logger = Logger(label: "oriel") { _ in LogLines(context) }

    /// The fields of what the running task does: the id, the path and the command of a request, or the job.
    package static let context = Logger.MetadataProvider {
        LogContext.fields.reduce(into: [:]) { $0[$1.key] = "\($1.value)" }
    }

    /// Lets the loggers of an app and its libraries write to the log of the program.
    package static func takeOver() {
        LoggingSystem.bootstrap({ LogLines(label: $0, $1) }, metadataProvider: context)
    }

    /// Applies the level and the format in the settings.
    package static func configure(_ settings: Settings) {
        LogState.level = Logger.Level(rawValue: settings.logLevel.rawValue) ?? .info
        LogState.isJSON = settings.logFormat == .json
    }

    /// Waits until everything logged has been written, for at most a second.
    package static func flush() { LogOutput.shared.flush() }

    /// Logs a sentence as a warning.
    package static func warn(_ sentence: String) { logger.warning("\(sentence)") }
}
