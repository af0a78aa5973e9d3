import Changes
import PostgreSQL
import Tables

/// A connection of a reader, whose statements run as one role: that of a principal, or the one that has connected.
///
/// The role and its settings hold until the transaction returns to its savepoint. So a statement never runs as the role
/// of the one before it.
struct RoleConnection {
    private let connection: PostgresConnection
    private let script: Result<String?, PostgresFailure>
    private let ahead: ReadAhead

    /// Makes a connection that reads as a role; `nil` for the one that has connected.
    init(_ connection: PostgresConnection, as role: DatabaseRole?, after ahead: ReadAhead = ReadAhead()) {
        (self.connection, self.ahead) = (connection, ahead)
        script = Result { () throws(PostgresFailure) in try role?.script }
    }

    /// Announces a statement that will probably be run.
    func announce(_ statement: PreparedStatement) {
        guard case .success(let script) = script else { return }
        ahead.announce(statement, as: script.map(ExactName.init))
    }

    /// Whether announced statements of this reading have run.
    var hasReadAhead: Bool { !ahead.isEmpty }

    /// Returns the result of a statement that was announced and has run.
    func known(_ statement: PreparedStatement) -> PostgresResult? {
        guard case .success(let script) = script else { return nil }
        return ahead.result(of: statement, as: script.map(ExactName.init))
    }

    /// See ``PostgresConnection/within(_:_:)``.
    func within<Value, Failure>(_ limit: Duration, _ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        try connection.within(limit, body)
    }

    /// See ``PostgresConnection/run(_:_:)``.
    func run(_ sql: String) throws(PostgresFailure) -> PostgresResult {
        try connection.setUp(script.get())
        return try connection.run(sql)
    }

    /// Runs a statement, unless it has run ahead.
    func run(_ statement: PreparedStatement) throws(PostgresFailure) -> PostgresResult {
        if let result = known(statement) { return result }
        try connection.setUp(script.get())
        return try connection.run(statement)
    }

    /// See ``PostgresConnection/copy(_:_:)``.
    func copy(
        _ sql: String, _ body: (UnsafeRawBufferPointer) throws(PostgresFailure) -> Void
    ) throws(PostgresFailure) {
        try connection.setUp(script.get())
        try connection.copy(sql, body)
    }
}

extension DatabaseRole {
    /// The statements after which those of the transaction run as the role. The search path stays as it is, also where
    /// it names the role's own schema.
    var script: String {
        get throws(PostgresFailure) {
            guard !texts.contains(where: { $0.utf8.contains(0) }) else {
                throw PostgresFailure(code: "22021", message: "a role or a setting has the character NUL")
            }
            let path =
                "(SELECT coalesce(string_agg(quote_ident(name), ', '), '') FROM unnest(current_schemas(false)) AS name)"
            let settings = settings.sorted { $0.key < $1.key }.map {
                "set_config(\($0.key.text.postgresQuoted), \($0.value.text.postgresQuoted), true)"
            }
            let all = ["set_config('search_path', \(path), true)"] + settings
            return "SELECT \(all.joined(separator: ", ")); SET LOCAL ROLE \(name.text.quoted)"
        }
    }
}
