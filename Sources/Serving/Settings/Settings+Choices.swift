extension Settings {
    /// How far a commit is on disk before a command gets its response (`PRAGMA synchronous`).
    public enum Synchronous: String, CaseIterable, Sendable {
        case off, normal, full, extra
    }

    /// The levels of log lines, from the lowest.
    public enum LogLevel: String, CaseIterable, Sendable {
        case trace, debug, info, notice, warning, error, critical
    }

    /// The formats of the log.
    public enum LogFormat: String, CaseIterable, Sendable {
        case text, json
    }
}
