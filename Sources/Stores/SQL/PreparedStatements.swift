/// The statements that a connection runs again and again, each prepared once.
final class PreparedStatements: @unchecked Sendable {  // guard: the queue of its connection
    private var statements: [String: SQLStatement] = [:]

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
        if let known = statements[name] { return known }
        let statement = try SQLStatement(connection, sql())
        if statements.count == Self.limit { statements = [:] }
        statements[name] = statement
        return statement
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
        statements = [:]
    }
}
