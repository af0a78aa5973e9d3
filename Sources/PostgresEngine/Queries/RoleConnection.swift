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

    /// Makes a connection that reads as a role; `nil` for the one that has connected.
    init(_ connection: PostgresConnection, as role: DatabaseRole?) {
        self.connection = connection
        script = Result { () throws(PostgresFailure) in try role?.script }
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

    /// See ``PostgresConnection/runPrepared(_:_:isBinary:)``.
    func runPrepared(_ sql: String, _ parameters: [String?], isBinary: Bool) throws(PostgresFailure) -> PostgresResult {
        try connection.setUp(script.get())
        return try connection.runPrepared(sql, parameters, isBinary: isBinary)
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
