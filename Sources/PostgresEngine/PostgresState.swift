import Changes
import Lists
import PostgreSQL
import Tables

/// One state of a database, in the transaction that reads it.
struct PostgresState: DatabaseState {
    let connection: PostgresConnection
    let ahead: ReadAhead
    let catalogue: Catalogue
    let position: Int64
    let changes: [Int64: RowChanges]
    let keep: ([ExactName: Set<Int>]) -> Void

    var schemaVersion: Int64 { catalogue.version }

    func changes(since position: Int64?) -> RowChanges? { position.flatMap { changes[$0] } }

    func readSchema(after known: Schema) -> Schema { catalogue.schema }

    /// Returns `nil`: readers block nobody.
    func blockedWriters() -> BlockedWriters? { nil }

    func source(of query: Query, in schema: Schema) throws(ScanError) -> ListSource {
        let connection = RoleConnection(connection, as: query.rights?.role, after: ahead)
        switch query.subject {
        case .counts: return .whole(TableCounts(connection, catalogue))
        case .sql(let text): return .whole(try StatementSource(connection, text, columns: query.columns))
        case .digest(let name): return .whole(StatementSource(connection, digestOf: try text(of: query, name)))
        case .values(let name, let column):
            return .whole(StatementSource(connection, valuesOf: column, try text(of: query, name)))
        case .totals(let totals) where totals.isInRanges:
            return .whole(RangesSource(connection, of: totals.column, try text(of: query, totals.table)))
        case .totals(let totals):
            return .whole(try StatementSource(connection, totals, try text(of: query, totals.table)))
        case .rows(let name):
            let text = try text(of: query, name)
            if let source = TableSource(connection, text) { return .keyed(source) }
            return .whole(StatementSource(connection, rowsOf: text))
        }
    }

    private func text(of query: Query, _ name: String) throws(ScanError) -> QueryText {
        guard let table = catalogue.schema.table(named: name) else { throw .gone(name) }
        var query = query
        if case .totals = query.subject { query.keys = nil }
        return QueryText(table: catalogue.schema.withPaths(table, for: query), query: query, in: catalogue)
    }

    func readAhead(within limit: Duration) {
        connection.within(limit * Self.patience) { ahead.run(on: connection) }
    }

    func selectedRows(in table: Table, by columns: Set<Int>) -> any SelectedRows { UnknownRows() }

    /// Limits are for work alone. A server works for others, too, and is asked over a network.
    private static let patience = 5

    func within<Value>(_ limit: Duration, _ body: () throws(ScanError) -> Value) throws(ScanError) -> Value {
        try connection.within(limit * Self.patience, body)
    }

    func keepFormerValues(of columns: [ExactName: Set<Int>]) { keep(columns) }
}

/// Rows without selectors, because no source of this engine has any.
private final class UnknownRows: SelectedRows {
    func formerValues(_ row: FormerRow) -> [RowSelector]? { nil }
    func values(at key: OrderKey) -> [RowSelector] { [] }
}
