import CSQLite
import Lists
import SQLite
import Tables

extension BatchRun {
    /// Runs a statement, and throws if it changes no row: a trigger or an `ON CONFLICT` clause can prevent the change
    /// silently.
    func change(_ sql: String, _ values: [SQLValue]) throws {
        try transaction.statements.statement(sql, connection).run(values)
        guard sqlite3_changes(connection) > 0 else { throw CommandError.ignored(by: "trigger or a constraint") }
    }

    /// Returns the condition on the row id, which stays valid when the key changes; `nil` if rows are not identified by
    /// a key and a row id.
    func rowID(of table: Table, where row: RowLocator.Condition) throws(SQLFailure) -> RowLocator.Condition? {
        guard case .columns(_, let rowid?) = table.key else { return nil }
        let sql = "SELECT \(rowid.quoted) FROM \(table.name.quoted) WHERE \(row.sql)"
        return try transaction.statements.row(sql, row.values, connection).map {
            .init(sql: "\(rowid.quoted) = ?", values: $0)
        }
    }

    /// Returns the present id of the row that matches a condition.
    func id(of table: Table, where condition: RowLocator.Condition?) throws(SQLFailure) -> String? {
        guard let condition else { return nil }
        let locator = RowLocator(table: table)
        let columns = locator.keyColumns.map(\.quoted).joined(separator: ", ")
        let sql = "SELECT \(columns) FROM \(table.name.quoted) WHERE \(condition.sql)"
        return try transaction.statements.row(sql, condition.values, connection).map { locator.id($0) }
    }

    func rowIDCondition(of table: Table) -> RowLocator.Condition? {
        let number = SQLValue.integer(sqlite3_last_insert_rowid(connection))
        switch table.key {
        case .rowid(let name), .columns(_, let name?): return .init(sql: "\(name.quoted) = ?", values: [number])
        case .columns, .none: return nil
        }
    }
}
