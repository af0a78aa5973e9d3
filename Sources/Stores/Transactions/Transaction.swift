import CSQLite
import SQLite
import Tables

/// A write transaction, for the body of ``Store/transaction(_:)``. Valid only within that body.
public struct Transaction {
    private let connection: OpaquePointer

    init(connection: OpaquePointer) {
        self.connection = connection
    }

    /// Returns the rows of a query, with the effects of earlier statements of the transaction.
    ///
    ///     let open: [Ticket] = try transaction.rows("SELECT Id, Title FROM Ticket WHERE Owner = ?", owner)
    public func rows<Row: Decodable>(
        _ sql: String, _ parameters: (any ColumnValue)?..., as type: Row.Type = Row.self
    ) throws -> [Row] {
        try SQLStatement.reading(connection, sql, Schema()).statement.decode(type, parameters)
    }

    /// Runs one `INSERT`, `UPDATE` or `DELETE`.
    ///
    /// - Returns: The number of rows that the statement itself inserted, changed or deleted.
    @discardableResult
    public func run(_ sql: String, _ parameters: (any ColumnValue)?...) throws -> Int {
        let statement = try SQLStatement.writing(connection, sql)
        try statement.check(parameters)
        try statement.run(parameters.map { $0?.sqlValue ?? .null })
        return Int(sqlite3_changes(connection))
    }
}

extension SQLStatement {
    /// Runs the query with these values, and decodes its rows.
    func decode<Row: Decodable>(_ type: Row.Type, _ parameters: [(any ColumnValue)?]) throws -> [Row] {
        try check(parameters)
        let columns = ResultColumns(
            names: (0..<columnCount).map { String(cString: sqlite3_column_name(handle, Int32($0))) })
        bind(parameters.map { $0?.sqlValue ?? .null })
        defer { reset() }
        var rows: [Row] = []
        while try step() { rows.append(try Row(from: RowDecoder(columns: columns, values: values))) }
        return rows
    }

    /// Throws if the number of parameters is wrong: a missing one would be NULL.
    fileprivate func check(_ parameters: [(any ColumnValue)?]) throws(SQLFailure) {
        let count = Int(sqlite3_bind_parameter_count(handle))
        guard count != parameters.count else { return }
        throw SQLFailure(code: SQLITE_RANGE, message: "The SQL has \(count) parameters, not \(parameters.count)")
    }
}
