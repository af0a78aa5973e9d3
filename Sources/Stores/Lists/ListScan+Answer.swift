extension ListScan {
    /// Answers a request after what was committed since the list was last read. A list that takes too long fails alone.
    ///
    /// - Returns: `nil` when something was committed during the look: then nothing more can be seen of the same state.
    /// - Throws: What concerns the whole database.
    func answer(
        _ request: ListRequest, _ changes: RowChanges?, in look: ScanLook
    ) throws(SQLFailure) -> ListAnswer? {
        var (answer, look) = (ListAnswer(number: request.number, position: look.position), look)
        kept.begin(at: changes == nil ? nil : request.position)
        look.pace = pace(for: request, in: look)
        if look.pace?.letsWritersIn == true {
            (look.limits.time, look.limits.reason) = (look.limitsInSteps.time, look.limitsInSteps.reason)
        }
        do throws(ScanError) {
            answer.result = .success(try news(for: request, changes, in: look, &answer))
        } catch {
            if case .overtaken = error { return nil }
            if case .tooSlow = error { answer.isTooSlow = true }
            answer.isFollowing = false  // what follows nothing yet stays with the slow ones
            answer.result = .failure(try error.listFailure(look.limits))
        }
        return answer
    }

    /// How a look at all rows goes that takes long: in steps where writers wait, and where it is told what was found so far;
    /// `nil` for all at once.
    private func pace(for request: ListRequest, in look: ScanLook) -> ScanPace? {
        guard hasSteps, look.limits.isEager else { return nil }
        let pause = letsWritersIn ? look.pause : nil
        let isTold = isTextSearch && !request.isOrdered
        guard pause != nil || isTold else { return nil }
        guard isTold else { return ScanPace(pause) }
        var count = request.ordering?.count ?? -1  // that nothing was found yet is news to a list that shows nothing
        return ScanPace(pause) { ordering in
            guard ordering.count > count, let news = try? request.soFar(ordering, self) else { return }
            count = ordering.count
            look.tell(request, news)
        }
    }

    private func news(
        for request: ListRequest, _ changes: RowChanges?, in look: ScanLook, _ answer: inout ListAnswer
    ) throws(ScanError) -> ListAnswer.News? {
        let limits = look.limits
        if limits.isEager, try showsFirst(request, look.position) {
            let news = try within(limits.glimpse, on: connection) { () throws(ScanError) in try request.glimpse(self) }
            answer.isForetaste = true
            return news
        }
        if try mustWait(request, look.position, limits) {
            answer.isTooSlow = true
            guard request.mayHaveNews(changes) else { return nil }
            return try within(limits.glimpse, on: connection) { () throws(ScanError) in try request.glimpse(self) }
        }
        if try isLeft(request, in: look) { throw .tooSlow }
        let news = try within(limits.time, on: connection) { () throws(ScanError) in
            try request.ordering?.isGlimpse == false
                ? follow(request, changes, look, &answer) : load(request, look, &answer)
        }
        kept.end(at: look.position)
        return news
    }

    /// Whether a look at all rows of a list that has no order yet is left to a slower lane: to begin it here, and there again
    /// when it has taken too long, would take longer.
    private func isLeft(_ request: ListRequest, in look: ScanLook) throws(ScanError) -> Bool {
        guard let shared, !request.isOrdered, shared.ordering(at: look.position) == nil else { return false }
        return try isScanTooLong(for: look.limits)
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
        guard let shared, request.ordering == nil, !isTextSearch, shared.ordering(at: position) == nil,
            let end = request.displayed.map(\.upperBound).max(), end <= Self.firstRows
        else { return false }
        return try isTooLong(for: .quick)
    }

    /// Rows further down take about as long as the whole order.
    private static let firstRows = 5_000

    private func load(
        _ request: ListRequest, _ look: ScanLook, _ answer: inout ListAnswer
    ) throws(ScanError) -> ListAnswer.News {
        answer.isFollowing = isOrdered
        return try request.load(try ordering(after: nil, in: look), self)
    }

    private func follow(
        _ request: ListRequest, _ changes: RowChanges?, _ look: ScanLook, _ answer: inout ListAnswer
    ) throws(ScanError) -> ListAnswer.News? {
        guard let ordering = request.ordering else { return nil }
        let known = shared?.step(from: request.position, to: look.position)
        switch try step(from: ordering, changes, known: known) {
        case .none:
            shared?.note(ordering, at: look.position)
            return try request.fill(ordering) { positions throws(ScanError) in try rows(at: positions, in: ordering) }
        case .to(let step):
            shared?.note(step, from: request.position, to: look.position)
            return try request.follow(step, self)
        case .anywhere:
            guard ordering.count <= min(look.limits.rows, look.limits.scanned) else { throw .tooSlow }
            answer.isFollowing = isOrdered
            let present = try self.ordering(after: ordering, in: look)
            return try request.follow(OrderStep(from: ordering, to: present), self)
        }
    }

    /// The order as it is now: that of another list, or found anew.
    private func ordering(after former: Ordering?, in look: ScanLook) throws(ScanError) -> Ordering {
        if let known = shared?.ordering(at: look.position) { return known }
        let ordering = try found(
            after: former, at: look.position, within: look.limits.time, look.pace)
        shared?.note(ordering, at: look.position)
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
        case .overtaken: throw .overtaken
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
