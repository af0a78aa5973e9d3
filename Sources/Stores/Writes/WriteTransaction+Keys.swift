import CSQLite

extension WriteTransaction {
    /// Runs a statement that has to change a row: a trigger or an `ON CONFLICT` clause can keep it from doing so silently.
    func change(_ sql: String, _ values: [SQLValue]) throws {
        try frame.statements.statement(sql, connection).run(values)
        guard sqlite3_changes(connection) > 0 else {
            throw CommandError.invalid(
                message: "A trigger or a constraint of the database ignores the change.", fields: [:])
        }
    }

    /// The condition that a row fulfils whatever becomes of its key, if there is one.
    func rowID(of table: Table, where row: RowLocator.Condition) throws(SQLFailure) -> RowLocator.Condition? {
        guard case .columns(_, let rowid?) = table.key else { return nil }
        let sql = "SELECT \(rowid.quoted) FROM \(table.name.quoted) WHERE \(row.sql)"
        return try frame.statements.row(sql, row.values, connection).map {
            .init(sql: "\(rowid.quoted) = ?", values: $0)
        }
    }

    /// The id of the row that fulfils a condition, as the database has it now.
    func id(of table: Table, where condition: RowLocator.Condition?) throws(SQLFailure) -> String? {
        guard let condition else { return nil }
        let locator = RowLocator(table: table)
        let columns = locator.keyColumns.map(\.quoted).joined(separator: ", ")
        let sql = "SELECT \(columns) FROM \(table.name.quoted) WHERE \(condition.sql)"
        return try frame.statements.row(sql, condition.values, connection).map { locator.id($0) }
    }

    func rowIDCondition(of table: Table) -> RowLocator.Condition? {
        let number = SQLValue.integer(sqlite3_last_insert_rowid(connection))
        switch table.key {
        case .rowid(let name), .columns(_, let name?): return .init(sql: "\(name.quoted) = ?", values: [number])
        case .columns, .none: return nil
        }
    }
}
