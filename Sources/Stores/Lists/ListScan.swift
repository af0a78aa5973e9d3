import CSQLite
import Changes
import JSON

/// Answers one query on one connection, again and again: first the order, then rows at places in it. What SQL it takes is
/// prepared once.
final class ListScan {
    let connection: OpaquePointer
    let schema: Schema
    let query: Query
    /// The full-text index that the rows are selected by.
    let searchIndex: SearchIndex?
    /// What the order is called that other lists may have, too.
    let orderName: RowName?
    /// The order, together with the other lists that have it; `nil` for one that is SQLite's to find.
    let shared: SharedOrder?
    /// What the list is kept current by.
    private(set) lazy var basis = ListBasis(
        isIncremental: isOrdered || kept.isIncremental, reads: (try? kept.tablesRead())?.names)
    private let plan: OrderPlan?
    /// What is kept from one answer to the next, of other queries than of rows in an order of ours.
    let kept: KeptAnswers
    private let statements = PreparedStatements()
    /// Of which commit the order could not be found, and in how long: without another, it is not looked for again.
    private var hopeless: (position: Int64, time: Duration)?
    /// How often a commit has come between the steps of a scan since the last that came to its end.
    private var overtakings = 0

    /// After so many scans in vain, writers are kept out until one is done.
    private static let mostOvertakings = 3

    init(_ connection: OpaquePointer, _ schema: Schema, _ query: Query, sharing orders: SharedOrders) {
        self.connection = connection
        self.schema = schema
        self.query = query
        kept = KeptAnswers(connection, schema, query)
        searchIndex = schema.table(named: query.tableName).flatMap { QueryText(table: $0, query: query).searchIndex }
        plan =
            if case .rows(let name) = query.subject, let table = schema.table(named: name), table.problem == nil {
                OrderPlan(connection, table, query)
            } else {
                nil
            }
        orderName = plan?.orderName
        shared = orderName.map { orders.order(named: $0) }
    }

    /// Whether the order is kept as single rows change, by whichever reader.
    var isOrdered: Bool { plan != nil }

    /// The columns whose old values tell where a row stood, by their places in the table.
    var interests: Set<Int> { plan?.interests ?? kept.interests }

    /// Whether rows are found by texts in them, for which every row is looked at.
    var isTextSearch: Bool { plan?.isTextSearch ?? false }

    /// Whether a look at all rows may go in steps.
    var hasSteps: Bool { plan?.hasSteps ?? false }

    /// Whether writers may have their turn between them: not if they have had it too often for a look to come to its end.
    var letsWritersIn: Bool { overtakings < Self.mostOvertakings }

    /// All rows in order as of a commit, which was `former` at the last look.
    func found(
        after former: Ordering?, at position: Int64, within time: Duration, _ pace: ScanPace?
    ) throws(ScanError) -> Ordering {
        if let hopeless, hopeless.position == position, hopeless.time >= time { throw .tooSlow }
        do throws(ScanError) {
            let ordering = try self.ordering(after: former, at: pace)
            overtakings = 0
            return ordering
        } catch {
            if case .tooSlow = error { hopeless = (position, time) }
            if case .overtaken = error { overtakings += 1 }
            if case .store = error { overtakings += 1 }
            throw error
        }
    }

    private func ordering(after former: Ordering?, at pace: ScanPace?) throws(ScanError) -> Ordering {
        switch query.subject {
        case .counts: return found(schema.tables.map { RowName($0.name) })
        case .digest(let name): return found([RowName(name)])
        case .values(let name, let column): return found(try names(ofValuesOf: column, in: try table(name)))
        case .sql: return found(try kept.select().names())
        case .totals: return try kept.totalsOrdering(of: try table(query.tableName))
        case .rows(let name):
            let table = try table(name)
            if plan == nil, query.section != nil {
                throw .query("the rows of \"\(name)\" cannot be put into sections here; make them a GroupedDataSource")
            }
            do throws(SQLFailure) {
                if let plan { return try plan.build(after: former, at: pace) }
                let text = QueryText(table: table, query: query).keys
                let statement = try SQLStatement(connection, text.sql)
                statement.bind(text.values)
                return found(
                    try table.key == .none
                        ? Self.contentNames(statement) : Self.names(statement, RowLocator(table: table)))
            } catch {
                throw ScanError(error)
            }
        }
    }

    /// What becomes of an order by what was committed.
    enum Progress {
        /// Nothing of it concerns the list.
        case none
        case to(OrderStep)
        /// That takes a look at all rows.
        case anywhere
    }

    /// How an order becomes what it is now, after what was committed; `known` is the step, if another list has taken it.
    func step(
        from ordering: Ordering, _ changes: RowChanges?, known: OrderStep?
    ) throws(ScanError) -> Progress {
        guard let changes else { return .anywhere }
        do throws(SQLFailure) {
            switch query.subject {
            case .totals: return try totalsStep(from: ordering, changes)
            case .counts:
                if changes.isEmpty { return .none }
                try kept.counts.follow(changes)
                return .anywhere
            case .rows(let name) where plan != nil:
                return try rowsStep(from: ordering, touched(in: name, by: changes), changes, known: known)
            case .rows, .values, .digest, .sql:
                return try kept.tablesRead().areTouched(by: changes) ? .anywhere : .none
            }
        } catch {
            throw ScanError(error)
        }
    }

    private func rowsStep(
        from ordering: Ordering, _ touched: RowChanges.InTable?, _ changes: RowChanges, known: OrderStep?
    ) throws(SQLFailure) -> Progress {
        let isLabelled = query.labels.contains { changes[$0.parentTable] != nil }
        guard let touched else {
            return isLabelled ? .to(OrderStep(formerSections: ordering.sections, present: ordering)) : .none
        }
        guard case .rows(let rows) = touched else { return .anywhere }
        let taken = if let known { known } else { try plan?.replace(rows, in: ordering) }
        guard var step = taken else { return .anywhere }
        if isLabelled { step.placed = nil }
        return .to(step)
    }

    private func totalsStep(from ordering: Ordering, _ changes: RowChanges) throws(SQLFailure) -> Progress {
        guard let totals = try kept.totals?.get(), totals.isBuilt else { return .anywhere }
        guard try kept.tablesRead().areTouched(by: changes) else { return .none }
        guard case .rows(let rows)? = changes[query.tableName], let step = try totals.follow(rows, from: ordering)
        else { return .anywhere }
        return .to(step)
    }

    private func found(_ names: [RowName]) -> Ordering { Ordering(rows: .found(names)) }

    func table(_ name: String) throws(ScanError) -> Table {
        guard let table = schema.table(named: name) else { throw .gone(name) }
        if let problem = table.problem { throw .query(problem) }
        return table
    }

    private static func names(_ statement: SQLStatement, _ locator: RowLocator) throws(SQLFailure) -> [RowName] {
        var names: [RowName] = []
        while try statement.step() {
            try NameLimit.check(names.count)
            names.append(RowName(locator.id(statement.values)))
        }
        return names
    }

    /// Rows without a key are named by their content; equal ones are numbered.
    private static func contentNames(_ statement: SQLStatement) throws(SQLFailure) -> [RowName] {
        var names: [RowName] = []
        var naming = ContentNaming()
        while try statement.step() {
            try NameLimit.check(names.count)
            names.append(naming.name(statement))
        }
        return names
    }

    /// Selects the wanted values of a row that fulfils a condition; prepared once.
    func rowStatement(of table: Table, where condition: String) throws(SQLFailure) -> SQLStatement {
        try statements.statement(named: condition, connection) {
            QueryText(table: table, query: query).row(where: condition)
        }
    }
}
