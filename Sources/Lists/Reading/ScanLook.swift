/// The limits on reading one list.
struct ScanLimits: Sendable {
    /// The time limit.
    var time: Duration
    /// The limit on a table's rows for its order to be found.
    var rows: Int
    /// The limit on a table's rows for a scan of all rows. Larger tables are left to a slower lane.
    var scanned = Int.max
    /// The time limit for reading only the displayed rows of a longer list.
    var glimpse: Duration
    /// Whether the displayed rows of a long list without content are read before its order is found.
    var isEager = false
    /// The reason for the time limit.
    var reason = "queryTimeout in the settings"

    /// The limits where others wait. Slower lists are left to the slow lane.
    static let quick = ScanLimits(time: .milliseconds(50), rows: 50_000, glimpse: .milliseconds(20))

    /// Returns these limits for a database that cannot be written while it is read. The time is at most that for which
    /// writers wait.
    func sparing(_ writers: Duration) -> ScanLimits {
        guard writers < time else { return self }
        var limits = self
        (limits.time, limits.glimpse) = (writers, min(glimpse, writers))
        limits.reason = "outside WAL mode, a query blocks writers"
        return limits
    }

    /// Returns the limits of a slow lane: this time, for lists of this number of rows.
    static func slow(_ time: Duration, rows: Int, scanned: Int = .max) -> ScanLimits {
        ScanLimits(time: time, rows: rows, scanned: scanned, glimpse: time, isEager: true)
    }
}

/// One reading of lists: the state of the database, and the limits.
struct ScanLook {
    let state: any DatabaseState
    /// The limits where writers wait for the end.
    var limits: ScanLimits
    /// The limits where writers may commit between steps.
    let limitsInSteps: ScanLimits
    /// The writers that wait; `nil` where readers do not block them.
    let writers: BlockedWriters?
    /// The pace of a long scan; `nil` to scan all rows at once.
    var pace: ScanPace?
    /// Receives partial results for a list.
    let notify: (ListRequest, ListAnswer.News) -> Void

    /// Creates a reading within these limits, which spare writers where the reader blocks them.
    init(
        _ state: any DatabaseState, _ limits: ScanLimits, notify: @escaping (ListRequest, ListAnswer.News) -> Void
    ) throws(StoreError) {
        (self.state, self.notify) = (state, notify)
        writers = try state.blockedWriters()
        self.limits = writers.map { limits.sparing($0.patience) } ?? limits
        limitsInSteps = limits
    }

    /// The position of the state.
    var position: Int64 { state.position }
}
