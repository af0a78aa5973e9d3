import CSQLite
import Tables

/// Scans many rows within one step of a statement: SQLite calls our function with each row. That takes half as long as
/// stepping from row to row. A scan is prepared once, for any number of passes.
///
/// The function is an aggregate or a condition that no row fulfils. As a condition it would see rows that another
/// condition excludes, so it serves only queries without one.
package final class RowScan {
    private let statement: SQLStatement
    private let values: [SQLValue]

    /// The limit on the columns of a row, from SQLite's limit on the arguments of a function.
    package static let columnLimit = 100

    /// Adds the functions to a connection. Call it before anything is prepared on the connection.
    package static func enable(on connection: OpaquePointer?) {
        sqlite3_create_function_v2(
            connection, "oriel_row", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, nil, nil, takeRow, endRows, nil)
        sqlite3_create_function_v2(
            connection, "oriel_ordered_row", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, nil, takeRow, nil, nil, nil)
    }

    /// Creates a scan of the rows of a query, whose columns are named `c0`, `c1` and so on.
    package init(
        _ query: (sql: String, values: [SQLValue]), columns: Int, on connection: OpaquePointer
    ) throws(SQLFailure) {
        statement = try SQLStatement(
            connection, "SELECT oriel_row(?\(Self.names(columns))) FROM (\(query.sql))")
        values = [.null] + query.values
    }

    /// Creates a scan of the rows of a query in its order; `nil` if no index has this order. The query has no condition
    /// and no parameters. The scan takes a third less time than one by an aggregate function, for which SQLite copies
    /// each row of an ordered query.
    ///
    /// - Parameter condition: Selects the rows to scan. Its parameters are `?2`, `?3` and so on.
    package init?(
        inOrder sql: String, columns: Int, where condition: String? = nil, on connection: OpaquePointer
    ) throws(SQLFailure) {
        let row = "oriel_ordered_row(?1\(Self.names(columns)))"
        // SQLite evaluates the terms of AND in any order, so the condition has to guard the function as well.
        let filter = condition.map { "\($0) AND CASE WHEN \($0) THEN \(row) END" } ?? row
        let scan = "SELECT 1 FROM (\(sql)) WHERE \(filter)"
        statement = try SQLStatement(connection, scan)
        values = [.null]
        // SQLite sorts the rows that fulfil the conditions, so the function would see them in another order.
        let plan = try SQLStatement(connection, "EXPLAIN QUERY PLAN " + scan)
        while try plan.step() {
            if plan.text(3)?.contains("TEMP B-TREE") == true { return nil }
        }
    }

    private static func names(_ columns: Int) -> String { (0..<columns).map { ", c\($0)" }.joined() }

    /// Calls `body` with each present row. `more` are the values of the last parameters.
    package func forEach(_ more: [SQLValue] = [], _ body: (ArgumentRow) -> Void) throws(SQLFailure) {
        try pass(more) { row in
            body(row)
            return true
        }
    }

    /// Calls `body` with each row until it returns `false`. `more` are the values of the last parameters.
    package func forEach(_ more: [SQLValue] = [], while body: (ArgumentRow) -> Bool) throws(SQLFailure) {
        var isStopped = false
        do throws(SQLFailure) {
            try pass(more) { row in
                isStopped = !body(row)
                return !isStopped
            }
        } catch {
            guard isStopped else { throw error }
        }
    }

    private func pass(_ more: [SQLValue], _ body: (ArgumentRow) -> Bool) throws(SQLFailure) {
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

    /// The type that distinguishes our pointer from others. SQLite does not copy the name.
    fileprivate static var pointerType: UnsafePointer<CChar> {
        let name: StaticString = "oriel row"
        return UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

/// Calls the body with a row. It is global because SQLite calls it on the thread that runs the statement.
private let takeRow: @convention(c) (OpaquePointer?, CInt, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
    context, count, values in
    guard count > 0, let values, let pointer = sqlite3_value_pointer(values[0], RowScan.pointerType) else { return }
    let body = pointer.assumingMemoryBound(to: ((ArgumentRow) -> Bool).self).pointee
    // An error is the only way for a function to end the statement that calls it.
    if !body(ArgumentRow(values + 1)) { sqlite3_result_error(context, "stopped", -1) }
}

/// Does nothing at the end of the rows. SQLite requires it for an aggregate function.
private let endRows: @convention(c) (OpaquePointer?) -> Void = { _ in }
