import Logging

/// The program's log: standard error, one line an event.
enum Log {
    static let server = Logger(label: "oriel") { StreamLogHandler.standardError(label: $0) }
}
