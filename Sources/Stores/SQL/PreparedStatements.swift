import Changes

/// The statements that a connection runs again and again, each prepared once.
final class PreparedStatements: @unchecked Sendable {  // guard: the queue of its connection
    private var statements: [RowName: SQLStatement] = [:]  // by its bytes: SQLite's names are bytes
    private var beginning: SQLStatement?
    private var end: SQLStatement?

    /// So many are kept; with one more, all are prepared anew when they are needed.
    private static let limit = 100

    /// The statement of this SQL, at its beginning. Whoever uses it resets it, and asks for no second of the same meanwhile.
    func statement(_ sql: String, _ connection: OpaquePointer) throws(SQLFailure) -> SQLStatement {
        try statement(named: sql, connection) { sql }
    }

    /// The same for whoever knows a statement by a name of its own: its SQL is asked for when it is first needed.
    func statement(
        named name: String, _ connection: OpaquePointer, _ sql: () -> String
    ) throws(SQLFailure) -> SQLStatement {
        if let known = statements[RowName(name)] { return known }
        let statement = try SQLStatement(connection, sql())
        if statements.count == Self.limit { statements = [:] }
        statements[RowName(name)] = statement
        return statement
    }

    /// Begins a transaction that reads, with the next statement.
    func begin(_ connection: OpaquePointer) throws(SQLFailure) {
        let statement = if let beginning { beginning } else { try SQLStatement(connection, "BEGIN") }
        beginning = statement
        try statement.run()
    }

    /// Ends it.
    func commit(_ connection: OpaquePointer) throws(SQLFailure) {
        let statement = if let end { end } else { try SQLStatement(connection, "COMMIT") }
        end = statement
        try statement.run()
    }

    /// What a statement's first row says with these values; `nil` if there is no row.
    func row(_ sql: String, _ values: [SQLValue], _ connection: OpaquePointer) throws(SQLFailure) -> [SQLValue]? {
        let statement = try statement(sql, connection)
        statement.bind(values)
        defer { statement.reset() }
        return try statement.step() ? statement.values : nil
    }

    /// Lets go of all, so that the connection can be closed.
    func removeAll() {
        (beginning, end) = (nil, nil)
        statements = [:]
    }
}
