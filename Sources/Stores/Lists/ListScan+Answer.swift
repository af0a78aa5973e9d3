import CSQLite

/// How much one look at a list may cost.
struct ScanLimits: Sendable {
    /// How long it may take.
    var time: Duration
    /// How many rows a list may have whose order is found anew.
    var rows: Int

    /// A look that keeps others waiting: what takes longer is left to the slow lane.
    static let quick = ScanLimits(time: .milliseconds(50), rows: 50_000)

    /// A look that takes as long as it may.
    static func slow(_ time: Duration) -> ScanLimits { ScanLimits(time: time, rows: .max) }
}

extension ListScan {
    /// Answers a request after what was committed since the list was last read. A list that takes too long fails alone.
    ///
    /// - Throws: What concerns the whole database.
    func answer(
        _ request: ListRequest, _ changes: RowChanges?, at position: Int64, within limits: ScanLimits
    ) throws(SQLFailure) -> ListAnswer {
        let result: Result<ListAnswer.News?, ListFailure>
        var isWhole = false
        var isTooSlow = false
        do throws(ScanError) {
            result = .success(
                try within(limits.time, on: connection) { () throws(ScanError) in
                    try news(for: request, changes, limits, isWhole: &isWhole)
                })
        } catch {
            if case .tooSlow = error { isTooSlow = true }
            result = .failure(try error.listFailure(limits.time))
        }
        return ListAnswer(
            number: request.number, result: result, position: position, isFollowing: isWhole && isOrdered,
            isTooSlow: isTooSlow)
    }

    private func news(
        for request: ListRequest, _ changes: RowChanges?, _ limits: ScanLimits, isWhole: inout Bool
    ) throws(ScanError) -> ListAnswer.News? {
        guard let ordering = request.ordering else {
            isWhole = true
            return try request.load(self)
        }
        switch try step(from: ordering, changes) {
        case .none: return try request.fill(self)
        case .to(let step): return try request.follow(step, self)
        case .anywhere:
            guard ordering.count <= limits.rows else { throw .tooSlow }
            isWhole = true
            return try request.follow(OrderStep(from: ordering, to: try self.ordering()), self)
        }
    }
}

extension ScanError {
    /// The failure of one list; what concerns the whole database is thrown on.
    fileprivate func listFailure(_ limit: Duration) throws(SQLFailure) -> ListFailure {
        switch self {
        case .tooSlow:
            ListFailure(
                code: "query-too-slow",
                message: "The query takes longer than \(limit.components.seconds) s (queryTimeout in the settings).")
        case .store(let failure): throw failure
        case .gone(let name): ListFailure(code: "gone", message: "There is no table \"\(name)\" any more.")
        case .query(let message): ListFailure(code: "query-failed", message: "SQLite cannot answer: \(message).")
        }
    }
}
