import CSQLite
import Changes
import Glibc

extension SQLStatement {
    /// Prepares a query, and finds out which tables it reads, through views and common table expressions.
    ///
    /// SQLite tells while it prepares, through its authorizer; setting one has other statements of the connection prepared
    /// anew when they run next.
    ///
    /// - Throws: ``notOneQuery`` for anything but one query that only reads.
    static func reading(
        _ connection: OpaquePointer, _ sql: String, _ schema: Schema
    ) throws(SQLFailure) -> (statement: SQLStatement, tables: TablesRead) {
        // Virtual tables prepare statements of their own when they are first met: it is not those that are looked at. As
        // a part of a query, nothing else can run.
        let end = sql.utf8.lastIndex { !isEnd($0) }.map { sql.utf8.index(after: $0) } ?? sql.startIndex
        _ = try? SQLStatement(connection, "SELECT * FROM (\n\(sql[..<end])\n)")
        let witness = ReadingWitness()
        let result = Result { () throws(SQLFailure) in
            try witness.watch(connection) { () throws(SQLFailure) in try one(connection, sql) }
        }
        if case .failure(let failure) = result, witness.hasRefused || failure.code == SQLITE_OK { throw notOneQuery }
        let statement = try result.get()
        guard sqlite3_stmt_readonly(statement.handle) != 0, statement.columnCount > 0 else { throw notOneQuery }
        return (statement, TablesRead(witness.names, in: schema))
    }

    /// Why something is no query.
    static let notOneQuery = SQLFailure(
        code: SQLITE_ERROR, message: "a query only reads: it has to be one SELECT, after WITH or not")

    /// Prepares SQL that is one statement and no more.
    private static func one(_ connection: OpaquePointer, _ sql: String) throws(SQLFailure) -> SQLStatement {
        var rest = ""
        let statement = try SQLStatement(connection, sql, rest: &rest)
        guard rest.utf8.allSatisfy(isEnd) else { throw notOneQuery }
        return statement
    }

    /// Whether a byte may stand behind a statement.
    private static func isEnd(_ byte: UInt8) -> Bool { isspace(CInt(byte)) != 0 || byte == UInt8(ascii: ";") }
}

/// Notes what a statement reads, and refuses all else, while SQLite prepares it.
private final class ReadingWitness {
    var names: Set<RowName> = []
    var hasRefused = false

    func watch<Value>(_ connection: OpaquePointer, _ body: () throws(SQLFailure) -> Value) throws(SQLFailure) -> Value {
        sqlite3_set_authorizer(connection, authorize, Unmanaged.passUnretained(self).toOpaque())
        defer { sqlite3_set_authorizer(connection, nil, nil) }
        return try body()
    }
}

/// A constant of the file: SQLite calls it on the thread that prepares the statement.
private let authorize:
    @convention(c) (
        UnsafeMutableRawPointer?, CInt, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
        UnsafePointer<CChar>?
    ) -> CInt = { witness, action, name, _, _, _ in
        guard let witness else { return SQLITE_DENY }
        let reading = Unmanaged<ReadingWitness>.fromOpaque(witness).takeUnretainedValue()
        switch action {
        case SQLITE_READ:
            if let name { reading.names.insert(RowName(String(cString: name))) }
            return SQLITE_OK
        case SQLITE_SELECT, SQLITE_FUNCTION, SQLITE_RECURSIVE: return SQLITE_OK
        default:
            reading.hasRefused = true
            return SQLITE_DENY
        }
    }
