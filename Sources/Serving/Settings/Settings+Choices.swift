extension Settings {
    /// How far a commit is on disk before a command gets its response (`PRAGMA synchronous`).
    public enum Synchronous: String, CaseIterable, Sendable {
        /// Not at all: a power failure may damage the database.
        case off
        /// In WAL mode, a power failure loses at most the last commits, and never the database.
        case normal
        /// Fully: an answered command survives a power failure.
        case full
        /// Fully, and in rollback mode the entry of the folder too.
        case extra
    }

    /// The levels of log lines, from the lowest.
    public enum LogLevel: String, CaseIterable, Sendable {
        /// Each step.
        case trace
        /// Details for finding a mistake.
        case debug
        /// What happens, such as each request.
        case info
        /// What an operator may want to know.
        case notice
        /// What may lead to an error.
        case warning
        /// What has failed.
        case error
        /// What needs somebody at once.
        case critical
    }

    /// The formats of the log.
    public enum LogFormat: String, CaseIterable, Sendable {
        /// A line for people.
        case text
        /// An object of JSON in each line, for programs.
        case json
    }
}
