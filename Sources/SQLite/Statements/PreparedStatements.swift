import Changes
import Tables

/// The statements that a connection runs repeatedly, each prepared once.
package final class PreparedStatements: @unchecked Sendable {  // guard: the queue of its connection
    private var statements: [ExactName: SQLStatement] = [:]  // compared by bytes, like SQLite's names
    private var beginning: SQLStatement?
    private var end: SQLStatement?

    /// The limit on kept statements. One more discards all of them.
    private static let limit = 100

    /// No statements yet.
    package init() {}

    /// Returns the reset statement of this SQL. The caller resets it after use, and must not request it again
    /// meanwhile.
    package func statement(_ sql: String, _ connection: OpaquePointer) throws(SQLFailure) -> SQLStatement {
        try statement(named: sql, connection) { sql }
    }

    /// Returns a reset statement by a name that the caller chooses. `sql` is called only to prepare it.
    package func statement(
        named name: String, _ connection: OpaquePointer, _ sql: () -> String
    ) throws(SQLFailure) -> SQLStatement {
        if let known = statements[ExactName(name)] { return known }
        let statement = try SQLStatement(connection, sql())
        if statements.count == Self.limit { statements = [:] }
        statements[ExactName(name)] = statement
        return statement
    }

    /// Begins a read transaction. Its snapshot begins with the next statement.
    package func begin(_ connection: OpaquePointer) throws(SQLFailure) {
        let statement = if let beginning { beginning } else { try SQLStatement(connection, "BEGIN") }
        beginning = statement
        try statement.run()
    }

    /// Ends the transaction.
    package func commit(_ connection: OpaquePointer) throws(SQLFailure) {
        let statement = if let end { end } else { try SQLStatement(connection, "COMMIT") }
        end = statement
        try statement.run()
    }

    /// Returns the first row of a statement with these values; `nil` if there is no row.
    package func row(_ sql: String, _ values: [SQLValue], _ connection: OpaquePointer) throws(SQLFailure) -> [SQLValue]?
    {
        let statement = try statement(sql, connection)
        statement.bind(values)
        defer { statement.reset() }
        return try statement.step() ? statement.values : nil
    }

    /// Releases all statements, so that the connection can be closed.
    package func removeAll() {
        (beginning, end) = (nil, nil)
        statements = [:]
    }
}
