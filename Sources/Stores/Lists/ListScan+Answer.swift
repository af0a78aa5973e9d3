import CSQLite

/// How much one look at a list may cost.
struct ScanLimits: Sendable {
    /// How long it may take.
    var time: Duration
    /// How many rows a table may have whose rows are put in order anew.
    var rows: Int
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
    static func slow(_ time: Duration, rows: Int) -> ScanLimits {
        ScanLimits(time: time, rows: rows, glimpse: time, isEager: true)
    }
}

extension ListScan {
    /// Answers a request after what was committed since the list was last read. A list that takes too long fails alone.
    ///
    /// - Throws: What concerns the whole database.
    func answer(
        _ request: ListRequest, _ changes: RowChanges?, at position: Int64, within limits: ScanLimits
    ) throws(SQLFailure) -> ListAnswer {
        var answer = ListAnswer(number: request.number, result: .success(nil), position: position)
        kept.begin(at: changes == nil ? nil : request.position)
        do throws(ScanError) {
            if limits.isEager, try showsFirst(request, position) {
                answer.result = .success(
                    try within(limits.glimpse, on: connection) { () throws(ScanError) in try request.glimpse(self) })
                answer.isForetaste = true
            } else if try mustWait(request, position, limits) {
                answer.isTooSlow = true
                guard request.mayHaveNews(changes) else { return answer }
                answer.result = .success(
                    try within(limits.glimpse, on: connection) { () throws(ScanError) in try request.glimpse(self) })
            } else {
                answer.result = .success(
                    try within(limits.time, on: connection) { () throws(ScanError) in
                        try news(for: request, changes, limits, &answer)
                    })
                kept.end(at: position)
            }
        } catch {
            if case .tooSlow = error { answer.isTooSlow = true }
            answer.isFollowing = false  // what follows nothing yet stays with the slow ones
            answer.result = .failure(try error.listFailure(limits))
        }
        return answer
    }

    /// Whether the order takes longer than this look may: then what is on display comes first.
    private func mustWait(
        _ request: ListRequest, _ position: Int64, _ limits: ScanLimits
    ) throws(ScanError) -> Bool {
        guard let shared, !request.isOrdered, shared.ordering(at: position) == nil else { return false }
        return try isTooLong(for: limits)
    }

    /// Whether somebody sees rows sooner when those on display are looked at before the order is found: SQLite finds the
    /// first of a long list without sorting the rest.
    private func showsFirst(_ request: ListRequest, _ position: Int64) throws(ScanError) -> Bool {
        guard let shared, request.ordering == nil, shared.ordering(at: position) == nil,
            let end = request.displayed.map(\.upperBound).max(), end <= Self.firstRows
        else { return false }
        return try isTooLong(for: .quick)
    }

    /// Rows further down take about as long as the whole order.
    private static let firstRows = 5_000

    private func news(
        for request: ListRequest, _ changes: RowChanges?, _ limits: ScanLimits, _ answer: inout ListAnswer
    ) throws(ScanError) -> ListAnswer.News? {
        guard let ordering = request.ordering, !ordering.isGlimpse else {
            answer.isFollowing = isOrdered
            return try request.load(try ordering(at: answer.position, after: nil, limits), self)
        }
        let known = shared?.step(from: request.position, to: answer.position)
        switch try step(from: ordering, changes, known: known) {
        case .none:
            shared?.note(ordering, at: answer.position)
            return try request.fill(ordering) { positions throws(ScanError) in try rows(at: positions, in: ordering) }
        case .to(let step):
            shared?.note(step, from: request.position, to: answer.position)
            return try request.follow(step, self)
        case .anywhere:
            guard ordering.count <= limits.rows else { throw .tooSlow }
            answer.isFollowing = isOrdered
            let present = try self.ordering(at: answer.position, after: ordering, limits)
            return try request.follow(OrderStep(from: ordering, to: present), self)
        }
    }

    /// The order as it is now: that of another list, or found anew.
    private func ordering(
        at position: Int64, after former: Ordering?, _ limits: ScanLimits
    ) throws(ScanError) -> Ordering {
        if let known = shared?.ordering(at: position) { return known }
        let ordering = try self.ordering(after: former, at: position, within: limits.time)
        shared?.note(ordering, at: position)
        return ordering
    }
}

extension ScanError {
    /// The failure of one list; what concerns the whole database is thrown on.
    fileprivate func listFailure(_ limits: ScanLimits) throws(SQLFailure) -> ListFailure {
        switch self {
        case .tooSlow:
            ListFailure(
                code: "query-too-slow",
                message: "The query takes longer than \(limits.time) (\(limits.reason)).")
        case .store(let failure): throw failure
        case .gone(let name): ListFailure(code: "gone", message: "There is no table \"\(name)\" any more.")
        case .query(let message): ListFailure(code: "query-failed", message: "SQLite cannot answer: \(message).")
        case .duplicate:
            ListFailure(
                code: "duplicate-key",
                message:
                    "Two rows of the list have the same key. PRAGMA integrity_check tells whether the database is damaged; "
                    + "otherwise see to what a virtual table reads.")
        }
    }
}
