import SQLite
import Tables

extension ListScan {
    /// Answers a request, given the changes since the list was last read. A list that takes too long fails alone.
    ///
    /// - Returns: The answer, or `nil` after a commit between two steps: the rest cannot be read from the same state.
    /// - Throws: An error of the whole database.
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
            answer.isFollowing = false  // a list without an order stays in its lane
            answer.result = .failure(try error.listFailure(look.limits))
        }
        return answer
    }

    /// Returns the pace of a long scan: in steps where writers wait, or where partial results are reported. `nil` scans
    /// all rows at once.
    private func pace(for request: ListRequest, in look: ScanLook) -> ScanPace? {
        guard hasSteps, look.limits.isEager else { return nil }
        let pause = letsWritersIn ? look.pause : nil
        let isTold = isTextSearch && !request.isOrdered
        guard pause != nil || isTold else { return nil }
        guard isTold else { return ScanPace(pause) }
        var count = request.ordering?.count ?? -1  // an empty list shows even 0 rows found
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

    /// Returns whether the scan of a list without an order is left to a slower lane. Beginning it here, and again there
    /// after a timeout, would take longer.
    private func isLeft(_ request: ListRequest, in look: ScanLook) throws(ScanError) -> Bool {
        guard let shared, !request.isOrdered, shared.ordering(at: look.position) == nil else { return false }
        return try isScanTooLong(for: look.limits)
    }

    /// Returns whether finding the order exceeds these limits. If so, the displayed rows come first.
    private func mustWait(
        _ request: ListRequest, _ position: Int64, _ limits: ScanLimits
    ) throws(ScanError) -> Bool {
        guard let shared, !request.isOrdered, shared.ordering(at: position) == nil else { return false }
        return try isTooLong(for: limits)
    }

    /// Returns whether displayed rows appear sooner when they are read before the order is found. SQLite finds the
    /// first rows of a long list without sorting the rest.
    private func showsFirst(_ request: ListRequest, _ position: Int64) throws(ScanError) -> Bool {
        guard let shared, request.ordering == nil, !isTextSearch, shared.ordering(at: position) == nil,
            let end = request.displayed.map(\.upperBound).max(), end <= Self.firstRows
        else { return false }
        return try isTooLong(for: .quick)
    }

    /// The last position of the first rows. Rows further down take about as long as the whole order.
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

    /// Returns the present order, shared with another list or newly found.
    private func ordering(after former: Ordering?, in look: ScanLook) throws(ScanError) -> Ordering {
        if let known = shared?.ordering(at: look.position) { return known }
        let ordering = try found(
            after: former, at: look.position, within: look.limits.time, look.pace)
        shared?.note(ordering, at: look.position)
        return ordering
    }
}

extension ScanError {
    /// Converts the error of one list. Throws an error of the whole database.
    fileprivate func listFailure(_ limits: ScanLimits) throws(SQLFailure) -> ListFailure {
        switch self {
        case .tooSlow:
            ListFailure(
                code: "query-too-slow",
                message: "The query takes longer than \(limits.time) (\(limits.reason)).")
        case .overtaken: throw .overtaken
        case .store(let failure): throw failure
        case .gone(let name): ListFailure(code: "gone", message: "The table \"\(name)\" no longer exists.")
        case .query(let message): ListFailure(code: "query-failed", message: "The query failed: \(message).")
        case .valueTooLarge(let sentence):
            ListFailure(code: StoreError.valueTooLarge(sentence).code, message: sentence)
        case .duplicate:
            ListFailure(
                code: "duplicate-key",
                message:
                    "Two rows of the list have the same key. Run PRAGMA integrity_check to find damage. "
                    + "For a virtual table, check its source.")
        }
    }
}
