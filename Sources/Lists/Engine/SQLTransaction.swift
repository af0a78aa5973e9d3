import Tables

/// The rows of an SQL query: the names of its columns, and the values of each row.
package struct SQLResult: Sendable {
    package let columns: [String]
    package let rows: [[SQLValue]]

    /// Creates a result.
    package init(columns: [String], rows: [[SQLValue]]) {
        (self.columns, self.rows) = (columns, rows)
    }
}

/// A write transaction that runs statements. Valid only on the engine's thread, and within the call that received it.
package protocol SQLTransaction {
    /// Returns the rows of a query, with the effects of earlier statements.
    func rows(_ sql: String, _ parameters: [SQLValue]) throws -> SQLResult
    /// Runs one `INSERT`, `UPDATE` or `DELETE`.
    ///
    /// - Returns: The number of rows that the statement itself inserted, changed or deleted.
    func run(_ sql: String, _ parameters: [SQLValue]) throws -> Int
}
