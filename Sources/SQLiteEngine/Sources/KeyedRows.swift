import Lists
import SQLite
import Tables

/// Reads the rows of a table by their keys.
final class KeyedRows {
    private let connection: OpaquePointer
    private let query: Query
    private let text: QueryText
    private let locator: RowLocator
    private let statements = PreparedStatements()

    init(_ connection: OpaquePointer, _ table: Table, _ query: Query) {
        (self.connection, self.query) = (connection, query)
        text = QueryText(table: table, query: query)
        locator = RowLocator(table: table)
    }

    /// Returns the rows at some positions of an order. Omits deleted rows.
    func read(at positions: [Int], in ordering: Ordering) throws(SQLFailure) -> [Int: Row] {
        if let numbers = ordering.numbers(at: positions) { return try read(numbers, at: positions) }
        var rows: [Int: Row] = [:]
        for position in positions {
            try Interruption.check()
            let id = ordering.id(at: position)
            guard let condition = locator.exactCondition(for: id) else { continue }
            let statement = try statement(where: condition.sql)
            statement.bind(condition.values)
            defer { statement.reset() }
            guard try statement.step() else { continue }
            rows[position] = Row(id: id, values: statement.values(for: query))
        }
        return rows
    }

    /// Returns rows that are identified by their row id, with one statement and without parsing ids.
    private func read(_ keys: [Int64], at positions: [Int]) throws(SQLFailure) -> [Int: Row] {
        let statement = try statement(where: locator.numberCondition)
        var rows: [Int: Row] = [:]
        rows.reserveCapacity(positions.count)
        defer { statement.reset() }
        for (position, key) in zip(positions, keys) {
            try Interruption.check()
            statement.reset()
            statement.bind(key, at: 0)
            guard try statement.step() else { continue }
            rows[position] = Row(id: String(key), values: statement.values(for: query))
        }
        return rows
    }

    /// Returns a statement, prepared once, that selects the query's values of the row that matches a condition.
    private func statement(where condition: String) throws(SQLFailure) -> SQLStatement {
        try statements.statement(named: condition, connection) { text.row(where: condition) }
    }
}
