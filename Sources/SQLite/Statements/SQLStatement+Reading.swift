import CSQLite
import Changes
import Glibc
import Tables

extension SQLStatement {
    /// Prepares a query, and finds the tables that it reads, through views and common table expressions.
    ///
    /// SQLite reports them to its authorizer while it prepares. Setting an authorizer makes other statements of the
    /// connection prepare again on their next run.
    ///
    /// - Throws: ``notOneQuery`` for anything other than one query that only reads.
    package static func reading(
        _ connection: OpaquePointer, _ sql: String, _ schema: Schema
    ) throws(SQLFailure) -> (statement: SQLStatement, tables: TablesRead) {
        // Virtual tables prepare their own statements on first use. This prepares the query once without the
        // authorizer, so that those are not checked. Within a SELECT nothing else can run.
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

    /// Returns the columns of tables that a query reads, through views, each as the table's and the column's name.
    package static func columnsRead(
        _ connection: OpaquePointer, _ sql: String
    ) throws(SQLFailure) -> [(table: String, column: String)] {
        let witness = ReadingWitness()
        _ = try witness.watch(connection) { () throws(SQLFailure) in try one(connection, sql) }
        return witness.columns
    }

    /// The error for SQL that is not a query.
    package static let notOneQuery = SQLFailure(
        code: SQLITE_ERROR, message: "a query must be a single SELECT, with or without WITH")

    /// Prepares SQL that must be a single statement.
    private static func one(_ connection: OpaquePointer, _ sql: String) throws(SQLFailure) -> SQLStatement {
        var rest = ""
        let statement = try SQLStatement(connection, sql, rest: &rest)
        guard rest.utf8.allSatisfy(isEnd) else { throw notOneQuery }
        return statement
    }

    /// Returns whether a byte may follow a statement.
    private static func isEnd(_ byte: UInt8) -> Bool { isspace(CInt(byte)) != 0 || byte == UInt8(ascii: ";") }
}

/// Records the tables that a statement reads, and denies all else, while SQLite prepares it.
private final class ReadingWitness {
    package var names: Set<ExactName> = []
    package var hasRefused = false
    /// The columns, in the order of the first read.
    package var columns: [(table: String, column: String)] = []

    /// Records a column. SQLite names none for a table whose rows are only counted.
    func record(_ column: String, of table: String) {
        guard !columns.contains(where: { $0.table == table && $0.column == column }) else { return }
        columns.append((table, column))
    }

    package func watch<Value>(_ connection: OpaquePointer, _ body: () throws(SQLFailure) -> Value) throws(SQLFailure)
        -> Value
    {
        sqlite3_set_authorizer(connection, authorize, Unmanaged.passUnretained(self).toOpaque())
        defer { sqlite3_set_authorizer(connection, nil, nil) }
        return try body()
    }
}

/// The authorizer. It is global because SQLite calls it on the thread that prepares the statement.
private let authorize:
    @convention(c) (
        UnsafeMutableRawPointer?, CInt, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
        UnsafePointer<CChar>?
    ) -> CInt = { witness, action, name, column, _, _ in
        guard let witness else { return SQLITE_DENY }
        let reading = Unmanaged<ReadingWitness>.fromOpaque(witness).takeUnretainedValue()
        switch action {
        case SQLITE_READ:
            if let name {
                reading.names.insert(ExactName(String(cString: name)))
                reading.record(column.map { String(cString: $0) } ?? "", of: String(cString: name))
            }
            return SQLITE_OK
        case SQLITE_SELECT, SQLITE_FUNCTION, SQLITE_RECURSIVE: return SQLITE_OK
        default:
            reading.hasRefused = true
            return SQLITE_DENY
        }
    }
