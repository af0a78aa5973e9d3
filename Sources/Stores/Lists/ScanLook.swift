/// How much one look at a list may cost.
struct ScanLimits: Sendable {
    /// How long it may take.
    var time: Duration
    /// How many rows a table may have whose rows are put in order anew.
    var rows: Int
    /// How many rows a table may have whose rows are all looked at, where a slower lane takes more.
    var scanned = Int.max
    /// How long a look may take at rows on display alone, where there are more.
    var glimpse: Duration
    /// Whether a long list that shows nothing yet has the rows on display looked at before its order is found.
    var isEager = false
    /// Why it may take no longer.
    var reason = "queryTimeout in the settings"

    /// A look that keeps others waiting: what takes longer is left to the slow lane.
    static let quick = ScanLimits(time: .milliseconds(50), rows: 50_000, glimpse: .milliseconds(20))

    /// These limits for a database that nobody can write while it is read: within a time that writers wait.
    func sparing(_ writers: Duration) -> ScanLimits {
        guard writers < time else { return self }
        var limits = self
        (limits.time, limits.glimpse) = (writers, min(glimpse, writers))
        limits.reason = "nobody can write meanwhile, as the database is not in WAL mode"
        return limits
    }

    /// A look that may take so long, at lists of so many rows.
    static func slow(_ time: Duration, rows: Int, scanned: Int = .max) -> ScanLimits {
        ScanLimits(time: time, rows: rows, scanned: scanned, glimpse: time, isEager: true)
    }
}

/// One look at lists: what it sees of the database, and what it may cost.
struct ScanLook {
    /// The number of the last commit that it sees.
    let position: Int64
    /// What it may cost where writers wait for its end.
    var limits: ScanLimits
    /// What it may cost where they have their turn between its steps.
    let limitsInSteps: ScanLimits
    /// How a long look goes; `nil` for all at once.
    var pace: ScanPace?
    /// Lets writers in; `nil` where they do not wait for readers.
    var pause: ScanPause?
    /// Told what was found of a list so far.
    var tell: (ListRequest, ListAnswer.News) -> Void = { _, _ in }
}
