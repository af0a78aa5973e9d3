import CSQLite
import Changes
import JSON
import SQLite
import Tables

/// Answers one list's query repeatedly on one connection: first the order, then rows at positions in it. Its SQL is
/// prepared once.
final class ListScan {
    let connection: OpaquePointer
    let schema: Schema
    let query: Query
    /// The full-text index that selects the rows.
    let searchIndex: SearchIndex?
    /// The name of the order, equal for lists that can share it.
    let orderName: RowName?
    /// The order, shared with other lists; `nil` if SQLite has to find it.
    let shared: SharedOrder?
    /// How the list is kept current.
    private(set) lazy var basis = ListBasis(
        isIncremental: isOrdered || kept.isIncremental, reads: (try? kept.tablesRead())?.names)
    private let plan: OrderPlan?
    /// Results that are kept between answers, for queries without an order of ours.
    let kept: KeptAnswers
    private let statements = PreparedStatements()
    /// The commit for which finding the order timed out, and the time limit. It is not tried again without a new commit
    /// or more time.
    private var hopeless: (position: Int64, time: Duration)?
    /// The number of successive scans that a commit interrupted between their steps.
    private var overtakings = 0

    /// The number of interrupted scans after which a scan blocks writers until it is complete.
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

    /// Whether the order is updated row by row, by any reader.
    var isOrdered: Bool { plan != nil }

    /// The positions of the columns whose former values determine a row's former position.
    var interests: Set<Int> { plan?.interests ?? kept.interests }

    /// Whether the query searches texts, for which every row is scanned.
    var isTextSearch: Bool { plan?.isTextSearch ?? false }

    /// Whether a scan of all rows may run in steps.
    var hasSteps: Bool { plan?.hasSteps ?? false }

    /// Whether writers may commit between the steps: not after too many interrupted scans.
    var letsWritersIn: Bool { overtakings < Self.mostOvertakings }

    /// Finds the order of all rows as of a commit. `former` is the order before it.
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
                throw .query("the rows of \"\(name)\" cannot have sections here; use a GroupedDataSource")
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

    /// The effect of a commit on an order.
    enum Progress {
        /// The commit does not concern the list.
        case none
        case to(OrderStep)
        /// The commit requires a scan of all rows.
        case anywhere
    }

    /// Returns how a commit changes an order. `known` is the step, if another list has already computed it.
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

    /// Returns the ids of rows without a key, derived from their content. Equal rows get numbers.
    private static func contentNames(_ statement: SQLStatement) throws(SQLFailure) -> [RowName] {
        var names: [RowName] = []
        var naming = ContentNaming()
        while try statement.step() {
            try NameLimit.check(names.count)
            names.append(naming.name(statement))
        }
        return names
    }

    /// Returns a statement, prepared once, that selects the query's values of the row that matches a condition.
    func rowStatement(of table: Table, where condition: String) throws(SQLFailure) -> SQLStatement {
        try statements.statement(named: condition, connection) {
            QueryText(table: table, query: query).row(where: condition)
        }
    }
}
