import Logging

/// The program's log.
///
/// What visitors keep to themselves never gets here: no query of a request, no header but its id, no body, no value of an
/// input or of a row.
package enum ServiceLog {
    /// Who writes to it.
    package static let logger = Logger(label: "oriel") { _ in LogLines() }

    /// Takes the level and the format of the settings.
    static func configure(_ settings: Settings) {
        LogState.level = Logger.Level(rawValue: settings.logLevel) ?? .info
        LogState.isJSON = settings.logFormat == "json"
    }

    /// Waits until what was logged is written, a second at most.
    package static func flush() { LogOutput.shared.flush() }
}
