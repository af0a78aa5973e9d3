import CSQLite

/// Goes through many rows within one step of a statement: SQLite calls a function of ours with each. That takes half as long
/// as to step from row to row. It is prepared once, for any number of passes.
final class RowScan {
    private let statement: SQLStatement
    private let values: [SQLValue]

    /// So many columns a row may have: SQLite limits the arguments of a function.
    static let columnLimit = 100

    /// Adds the function to a connection, before anything is prepared on it.
    static func enable(on connection: OpaquePointer?) {
        sqlite3_create_function_v2(
            connection, "oriel_row", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, nil, nil, takeRow, endRows, nil)
    }

    /// A pass through the rows of a query, whose columns are called `c0`, `c1` and so on.
    init(
        _ query: (sql: String, values: [SQLValue]), columns: Int, on connection: OpaquePointer
    ) throws(SQLFailure) {
        let names = (0..<columns).map { ", c\($0)" }.joined()
        statement = try SQLStatement(connection, "SELECT oriel_row(?\(names)) FROM (\(query.sql))")
        values = [.null] + query.values
    }

    /// Calls `body` with each row that there is now; `more` are the values of the last parameters.
    func forEach(_ more: [SQLValue] = [], _ body: (ArgumentRow) -> Void) throws(SQLFailure) {
        statement.bind(values + more)
        try withoutActuallyEscaping(body) { body throws(SQLFailure) in
            try withUnsafePointer(to: body) { pointer throws(SQLFailure) in
                sqlite3_bind_pointer(
                    statement.handle, 1, UnsafeMutableRawPointer(mutating: pointer), Self.pointerType, nil)
                defer { statement.bind([.null]) }
                _ = try statement.step()
            }
        }
    }

    /// What tells the pointer from one of somebody else's; SQLite keeps no copy of the name.
    fileprivate static var pointerType: UnsafePointer<CChar> {
        let name: StaticString = "oriel row"
        return UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

/// A constant of the file: SQLite calls it on the thread that runs the statement.
private let takeRow: @convention(c) (OpaquePointer?, CInt, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
    _, count, values in
    guard count > 0, let values, let pointer = sqlite3_value_pointer(values[0], RowScan.pointerType) else { return }
    pointer.assumingMemoryBound(to: ((ArgumentRow) -> Void).self).pointee(ArgumentRow(values + 1))
}

/// The same for the end of the rows.
private let endRows: @convention(c) (OpaquePointer?) -> Void = { _ in }
