import CSQLite
import SQLite
import Tables

/// A SQLite database that is copied, in one read transaction.
final class SourceFile {
    let schema: Schema
    private let connection: OpaquePointer

    /// Opens the file at `path`, and begins to read.
    init(_ path: String) throws(CopyError) {
        var opened: OpaquePointer?
        let status = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
        guard status == SQLITE_OK, let connection = opened else {
            defer { sqlite3_close_v2(opened) }
            throw CopyError(opened.map { SQLFailure($0).message } ?? "there is no memory left")
        }
        do throws(SQLFailure) {
            defend(connection)
            try SQLStatement(connection, "BEGIN").run()
            schema = try SchemaReader(connection: connection, isReadOnly: true).read()
        } catch {
            sqlite3_close_v2(connection)
            throw CopyError(error)
        }
        self.connection = connection
    }

    deinit { sqlite3_close_v2(connection) }

    /// Prepares a query, and binds values to its parameters.
    func query(_ sql: String, _ values: [SQLValue] = []) throws(SQLFailure) -> SQLStatement {
        let statement = try SQLStatement(connection, sql)
        statement.bind(values)
        return statement
    }

    /// Returns all rows of a query.
    func rows(_ sql: String, _ values: [SQLValue] = []) throws(CopyError) -> [[SQLValue]] {
        do throws(SQLFailure) {
            let statement = try query(sql, values)
            var rows: [[SQLValue]] = []
            while try statement.step() { rows.append(statement.values) }
            return rows
        } catch {
            throw CopyError(error)
        }
    }
}

/// Why a database cannot be copied, as a sentence without its end.
package struct CopyError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }

    init(_ failure: SQLFailure) { self.init(failure.message) }
}

extension SQLValue {
    var text: String? { if case .text(let text) = self { text } else { nil } }
    var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
}
