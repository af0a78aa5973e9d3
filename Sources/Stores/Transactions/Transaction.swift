import Lists
import Tables

/// A write transaction, for the body of ``Store/transaction(_:)``. Valid only within that body.
public struct Transaction {
    private let transaction: any SQLTransaction

    init(_ transaction: any SQLTransaction) {
        self.transaction = transaction
    }

    /// Returns the rows of a query, with the effects of earlier statements of the transaction.
    ///
    ///     let open: [Ticket] = try transaction.rows("SELECT Id, Title FROM Ticket WHERE Owner = ?", owner)
    public func rows<Row: Decodable>(
        _ sql: String, _ parameters: (any ColumnValue)?..., as type: Row.Type = Row.self
    ) throws -> [Row] {
        try rows(sql, with: parameters.map { $0?.sqlValue ?? .null }, as: type)
    }

    /// Returns the rows of a query, whose parameters are in an array.
    package func rows<Row: Decodable>(
        _ sql: String, with parameters: [SQLValue], as type: Row.Type = Row.self
    ) throws -> [Row] {
        let result = try transaction.rows(sql, parameters)
        do {
            return try result.decoded(as: type)
        } catch {
            throw CommandError.failed(message: error.message)
        }
    }

    /// Runs one `INSERT`, `UPDATE` or `DELETE`.
    ///
    /// - Returns: The number of rows that the statement itself inserted, changed or deleted.
    @discardableResult
    public func run(_ sql: String, _ parameters: (any ColumnValue)?...) throws -> Int {
        try run(sql, with: parameters.map { $0?.sqlValue ?? .null })
    }

    /// Runs one statement, whose parameters are in an array.
    @discardableResult
    package func run(_ sql: String, with parameters: [SQLValue]) throws -> Int {
        try transaction.run(sql, parameters)
    }
}

extension SQLResult {
    /// Decodes the rows.
    func decoded<Row: Decodable>(as type: Row.Type) throws(RowDecodingError) -> [Row] {
        let columns = ResultColumns(names: columns)
        do {
            // A date decodes itself from a number otherwise.
            let isValue = type is any ColumnValue.Type && self.columns.count == 1
            return try rows.map { values in
                let decoder = RowDecoder(columns: columns, values: values)
                return try isValue ? decoder.singleValueContainer().decode(type) : Row(from: decoder)
            }
        } catch {
            throw error as? RowDecodingError ?? RowDecodingError(message: "A row cannot be decoded: \(error)")
        }
    }
}
