import Changes
import Tables

/// Answers one list's query repeatedly on one connection: first the order, then rows at positions in it.
final class ListScan {
    /// The name of the order, equal for lists that can share it.
    let orderName: ExactName?
    private let query: Query
    private let order: Result<any ListOrder, ScanError>
    /// The order, if it is updated row by row.
    private let keyed: KeyedOrder?
    /// The order, shared with other lists; `nil` if the database has to find it.
    let shared: SharedOrder?
    /// The memory of the order, if it is not shared.
    private var share: OrderShare
    /// The position of the last answer; `nil` after a failure. The order may keep results that belong to it.
    private var position: Int64?
    /// The bytes of the rows that the present answer has read.
    private var readBytes = 0
    private var search = OrderSearch()
    /// The rows that a text search had found when it last reported them, and the position of the state.
    private var found: (rows: Ordering, position: Int64)?

    /// Prepares a query. A query that cannot be prepared fails in each answer.
    init(_ query: Query, on state: any DatabaseState, _ schema: Schema, sharing orders: SharedOrders) {
        self.query = query
        share = OrderShare(of: orders.memory)
        order = Result { () throws(ScanError) in try Self.order(query, state, schema) }
        keyed = (try? order.get()) as? KeyedOrder
        orderName = keyed?.source.orderName
        shared = orderName.map { orders.order(named: $0) }
    }

    private static func order(
        _ query: Query, _ state: any DatabaseState, _ schema: Schema
    ) throws(ScanError) -> any ListOrder {
        switch try state.source(of: query, in: schema) {
        case .groups(let source): return TotalsOrder(source)
        case .keyed(let source):
            guard let table = schema.table(named: query.tableName) else { throw .gone(query.tableName) }
            return KeyedOrder(source, query, table)
        case .whole(let source):
            if query.section != nil {
                throw .query(
                    "the rows of \"\(query.tableName)\" cannot have sections here; use a GroupedDataSource"
                )
            }
            return WholeOrder(source)
        }
    }

    /// The positions of the columns whose former values are useful, by table.
    var interests: [ExactName: Set<Int>] { (try? order.get().interests) ?? [:] }
    /// The changes that may concern the list; `nil` if the query cannot be prepared.
    var concern: ListConcern? { try? order.get().concern }

    /// Notes that the last answer, if it was that at `answered`, is right at a later position too.
    func advance(from answered: Int64, to position: Int64?) {
        if self.position == answered { self.position = position }
    }

    /// Answers a request. A list that takes too long fails alone.
    ///
    /// - Returns: The answer, or `nil` after a commit between two steps: the rest cannot be read from the same state.
    /// - Throws: An error of the whole database.
    func answer(_ request: ListRequest, in look: ScanLook) throws(StoreError) -> ListAnswer? {
        var (answer, look) = (ListAnswer(number: request.number, position: look.position), look)
        readBytes = 0
        let changes = look.state.changes(since: request.position)
        shared?.advance(to: look.position)
        begin(at: changes == nil ? nil : request.position)
        look.limits.rows = min(look.limits.rows, (shared?.share.room ?? share.room) / Ordering.bytesOfRow)
        look.pace = pace(for: request, in: look)
        if look.pace?.letsWritersIn == true {
            (look.limits.time, look.limits.reason) = (look.limitsInSteps.time, look.limitsInSteps.reason)
        }
        do throws(ScanError) {
            let news = try news(for: request, changes, in: look, &answer)
            answer.result = .success(news)
            if !answer.isForetaste { answer.followed = request.after(news, at: look.position) }
        } catch {
            if case .overtaken = error { return nil }
            if case .tooSlow = error {
                answer.isTooSlow = true
                notifyFound(for: request, in: look)
            }
            answer.isFollowing = false  // a list without an order stays in its lane
            var failure = try error.listFailure(look.limits)
            // The role may have lost a privilege, or a policy may fail.
            if case .query = error, query.rights?.role != nil { failure.hidesRows = true }
            answer.result = .failure(failure)
        }
        answer.basis = (try? order.get().basis) ?? ListBasis(reads: nil, rereads: nil)
        answer.readBytes = readBytes
        return answer
    }

    /// Announces to the database what an answer to the request will probably ask.
    func announce(_ request: ListRequest, in state: any DatabaseState) {
        guard let source = keyed?.source, let ordering = request.ordering, request.isOrdered,
            let changes = state.changes(since: request.position)
        else { return }
        let showsAll = request.rows.count == ordering.count
        source.announce(changes) { key in
            showsAll || request.rows.values.contains { ExactName($0.id) == ExactName(key.text) }
        }
    }

    /// Reads missing rows by their keys, in the list's present order. Returns `nil` if there are none.
    func fill(_ request: ListRequest) throws(ScanError) -> ListAnswer.News? {
        guard let ordering = request.ordering else { return nil }
        let reading = request.filling(ordering)
        let read = reading.missing.isEmpty ? [:] : try order.get().rows(at: reading.missing, in: ordering)
        return read.isEmpty ? nil : try reading.news(with: read)
    }

    /// Discards what the order keeps, unless it belongs to this position, from which the changes are known.
    private func begin(at position: Int64?) {
        if position == nil || position != self.position { try? order.get().forget() }
        self.position = nil
    }

    /// Returns the pace of a long scan: in steps where writers wait, or where partial results are reported. `nil` scans
    /// all rows at once.
    private func pace(for request: ListRequest, in look: ScanLook) -> ScanPace? {
        guard let source = keyed?.source, source.hasSteps, look.limits.isEager else { return nil }
        let writers = search.letsWritersIn ? look.writers : nil
        let isNotified = source.isTextSearch && !request.isOrdered
        guard writers != nil || isNotified else { return nil }
        guard isNotified else { return ScanPace(writers) }
        var count = request.ordering?.count ?? -1  // an empty list shows even 0 rows found
        return ScanPace(writers) { ordering in
            self.found = (ordering, look.position)
            guard ordering.count > count, let news = try? self.partialNews(for: request, ordering) else { return }
            count = ordering.count
            look.notify(request, news)
        }
    }

    /// Reports the rows that a search found before it took too long. Rows may have come on display since the last
    /// report.
    private func notifyFound(for request: ListRequest, in look: ScanLook) {
        guard let found, found.position == look.position, !request.isOrdered else { return }
        let news = try? look.state.within(look.limits.glimpse) { () throws(ScanError) in
            try partialNews(for: request, found.rows)
        }
        if let news { look.notify(request, news) }
    }

    private func news(
        for request: ListRequest, _ changes: RowChanges?, in look: ScanLook, _ answer: inout ListAnswer
    ) throws(ScanError) -> ListAnswer.News? {
        let length = lengthToFind(request, look.position).map { OrderLength(source: $0, state: look.state) }
        if let length, look.limits.isEager, try length.showsFirst(request) {
            answer.isForetaste = true
            return try glimpse(for: request, look)
        }
        if let length, try length.isTooLong(for: look.limits) {
            answer.isTooSlow = true
            return request.mayHaveNews(changes) ? try glimpse(for: request, look) : nil
        }
        // Beginning a scan here, and again in a slower lane after a timeout, would take longer.
        if let length, try length.isScanTooLong(for: look.limits) { throw .tooSlow }
        let news = try look.state.within(look.limits.time) { () throws(ScanError) in
            try request.isOrdered ? follow(request, changes, look, &answer) : load(request, look, &answer)
        }
        (position, found) = (look.position, nil)
        return news
    }

    /// Returns the source of an order that has to be found by a scan, if it can be shared.
    private func lengthToFind(_ request: ListRequest, _ position: Int64) -> (any KeyedSource)? {
        guard let shared, !request.isOrdered, shared.ordering(at: position) == nil else { return nil }
        return keyed?.source
    }
}

extension ListScan {
    private func load(
        _ request: ListRequest, _ look: ScanLook, _ answer: inout ListAnswer
    ) throws(ScanError) -> ListAnswer.News {
        answer.isFollowing = keyed != nil
        return try read(request.loading(try ordering(after: nil, in: look)))
    }

    private func follow(
        _ request: ListRequest, _ changes: RowChanges?, _ look: ScanLook, _ answer: inout ListAnswer
    ) throws(ScanError) -> ListAnswer.News? {
        guard let ordering = request.ordering else { return nil }
        switch try progress(from: request, ordering, changes, to: look.position) {
        case .none:
            shared?.record(ordering, at: look.position)
            let reading = request.filling(ordering)
            return reading.missing.isEmpty ? nil : try read(reading)
        case .to(let step):
            if let shared {
                shared.record(step, from: request.position, to: look.position)
            } else {
                share.hold(try bytes(of: step.present))
            }
            return try read(request.following(step))
        case .anywhere:
            guard ordering.count <= min(look.limits.rows, look.limits.scanned) else { throw .tooSlow }
            answer.isFollowing = keyed != nil
            let present = try self.ordering(after: ordering, in: look)
            return try read(request.following(OrderStep(from: ordering, to: present)))
        }
    }

    private func progress(
        from request: ListRequest, _ ordering: Ordering, _ changes: RowChanges?, to position: Int64
    ) throws(ScanError) -> OrderProgress {
        guard let changes else { return .anywhere }
        let known = shared?.step(from: request.position, to: position)
        return try order.get().progress(from: ordering, changes, known: known)
    }

    /// Returns the present order, shared with another list or newly found.
    private func ordering(after former: Ordering?, in look: ScanLook) throws(ScanError) -> Ordering {
        if let known = shared?.ordering(at: look.position) { return known }
        let ordering = try search.run(at: look.position, within: look.limits.time) { () throws(ScanError) in
            try order.get().find(after: former, at: look.pace, within: share.room)
        }
        guard let shared else {
            let bytes = try bytes(of: ordering)
            guard bytes <= share.room else {
                try order.get().forget()
                share.hold(0)
                throw .tooLong
            }
            share.hold(bytes)
            return ordering
        }
        shared.record(ordering, at: look.position)
        return ordering
    }

    /// Returns the memory of an order that no other list shares, with its groups.
    private func bytes(of ordering: Ordering) throws(ScanError) -> Int {
        ordering.byteCount + (try order.get().groupBytes)
    }

    private func read(_ reading: RowReading) throws(ScanError) -> ListAnswer.News {
        try reading.news(with: try rows(at: reading.missing, in: reading.ordering))
    }

    /// Returns the rows at some positions of an order that was found in this state. A row that cannot be found again,
    /// such as one of a random view, gets empty values. Otherwise the list would be read again and again.
    private func rows(at positions: [Int], in ordering: Ordering) throws(ScanError) -> [Int: Row] {
        guard !positions.isEmpty else { return [:] }
        var rows = try order.get().rows(at: positions, in: ordering)
        for row in rows.values { readBytes += row.byteCount }
        guard rows.count < positions.count else { return rows }
        let empty = [SQLValue](repeating: .null, count: query.valueCount)
        for position in positions where rows[position] == nil {
            rows[position] = Row(id: ordering.id(at: position), values: empty)
        }
        return rows
    }

    /// Reads only the displayed rows.
    private func glimpse(for request: ListRequest, _ look: ScanLook) throws(ScanError) -> ListAnswer.News? {
        guard let source = keyed?.source else { return nil }
        let (glimpse, rows) = try look.state.within(look.limits.glimpse) { () throws(ScanError) in
            try source.glimpse(at: request.displayed.flatMap { Array($0) })
        }
        for row in rows.values { readBytes += row.byteCount }
        return try RowReading(ordering: Ordering(rows: .glimpse(glimpse)), displayed: request.displayed)
            .news(with: rows)
    }

    /// Returns the displayed rows among those found so far.
    private func partialNews(for request: ListRequest, _ found: Ordering) throws(ScanError) -> ListAnswer.News {
        let rows = try rows(at: request.loading(found).missing, in: found)
        let glimpse = Glimpse(
            count: found.count, names: rows.mapValues { ExactName($0.id) }, seen: request.displayed)
        return try RowReading(ordering: Ordering(rows: .glimpse(glimpse)), displayed: request.displayed)
            .news(with: rows)
    }
}
