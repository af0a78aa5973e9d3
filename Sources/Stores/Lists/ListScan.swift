import CSQLite
import Changes
import JSON

/// Answers one query on one connection, again and again: first the order, then rows at places in it. What SQL it takes is
/// prepared once.
final class ListScan {
    let connection: OpaquePointer
    let schema: Schema
    let query: Query
    /// What the order is called that other lists may have, too.
    let orderName: String?
    let orders: SharedOrders
    private let plan: OrderPlan?
    private var statements: [String: SQLStatement] = [:]

    init(_ connection: OpaquePointer, _ schema: Schema, _ query: Query, sharing orders: SharedOrders) {
        self.connection = connection
        self.schema = schema
        self.query = query
        plan =
            if case .rows(let name) = query.subject, let table = schema.table(named: name), table.problem == nil {
                OrderPlan(connection, table, query, isUTF8: schema.isUTF8)
            } else {
                nil
            }
        self.orders = orders
        orderName = plan?.orderName
    }

    /// Whether the order is kept as single rows change.
    var isOrdered: Bool { plan != nil }

    /// The columns whose old values tell where a row stood, by their places in the table.
    var interests: Set<Int> { plan?.interests ?? [] }

    /// All rows in order.
    func ordering() throws(ScanError) -> Ordering {
        switch query.subject {
        case .counts: return found(schema.tables.map { RowName($0.name) })
        case .digest(let name): return found([RowName(name)])
        case .values(let name, let column): return found(try names(ofValuesOf: column, in: try table(name)))
        case .rows(let name):
            let table = try table(name)
            do throws(SQLFailure) {
                if let plan { return try plan.build() }
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
        if changes.isEmpty { return .none }
        guard let plan, case .rows(let name) = query.subject else {
            return isUntouched(by: changes) ? .none : .anywhere
        }
        let isLabelled = query.labels.contains { changes[$0.parentTable] != nil }
        guard let touched = changes[name] else {
            return isLabelled ? .to(OrderStep(former: ordering, present: ordering)) : .none
        }
        do throws(SQLFailure) {
            guard case .rows(let rows) = touched else { return .anywhere }
            let taken = if let known { known } else { try plan.replace(rows, in: ordering) }
            guard var step = taken else { return .anywhere }
            if isLabelled { step.placed = nil }
            return .to(step)
        } catch {
            throw ScanError(error)
        }
    }

    /// Whether a query whose order SQLite finds shows nothing of what was committed.
    private func isUntouched(by changes: RowChanges) -> Bool {
        guard let table = schema.table(named: query.tableName), table.kind == .table else { return false }
        let tables = [table.name] + query.labels.map(\.parentTable)
        return tables.allSatisfy { changes[$0] == nil }
    }

    private func found(_ names: [RowName]) -> Ordering { Ordering(rows: .found(names)) }

    func table(_ name: String) throws(ScanError) -> Table {
        guard let table = schema.table(named: name) else { throw .gone(name) }
        if let problem = table.problem { throw .query(problem) }
        return table
    }

    private static func names(_ statement: SQLStatement, _ locator: RowLocator) throws(SQLFailure) -> [RowName] {
        var names: [RowName] = []
        while try statement.step() { names.append(RowName(locator.id(statement.values))) }
        return names
    }

    /// Rows without a key are named by their content; equal ones are numbered.
    private static func contentNames(_ statement: SQLStatement) throws(SQLFailure) -> [RowName] {
        var names: [RowName] = []
        var seen: [UInt64: Int] = [:]
        while try statement.step() {
            let hash = statement.contentHash
            let count = seen[hash, default: 0] + 1
            seen[hash] = count
            let name = Digest(hash).text
            names.append(RowName(count == 1 ? name : "\(name)-\(count)"))
        }
        return names
    }

    /// Selects the wanted values of a row that fulfils a condition; prepared once.
    func rowStatement(of table: Table, where condition: String) throws(SQLFailure) -> SQLStatement {
        if let known = statements[condition] { return known }
        let text = QueryText(table: table, query: query)
        let statement = try SQLStatement(connection, text.row(where: condition))
        statements[condition] = statement
        return statement
    }
}
