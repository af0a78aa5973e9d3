import SQLite
import Tables

/// A SQLite database that is copied, in one read transaction.
final class SourceFile {
    let schema: Schema
    private let connection: SQLConnection

    /// Opens the file at `path`, and begins to read. Waits up to 5 s for the lock of another program. In WAL mode, the
    /// last program that closes the file has this lock for a moment.
    init(_ path: String) throws(CopyError) {
        do throws(SQLFailure) {
            connection = try SQLConnection(path, .reading, busyTimeout: .seconds(5))
            try connection.run("BEGIN")
            schema = try SchemaReader(connection: connection.handle, isReadOnly: true).read()
        } catch {
            throw CopyError(error)
        }
    }

    /// Prepares a query, and binds values to its parameters.
    func query(_ sql: String, _ values: [SQLValue] = []) throws(SQLFailure) -> SQLStatement {
        let statement = try SQLStatement(connection.handle, sql)
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
