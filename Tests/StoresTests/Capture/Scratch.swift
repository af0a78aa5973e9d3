import CSQLite
import Changes
import TestSupport

@testable import SQLite
@testable import Tables

/// A test's connection, with its current schema.
final class Scratch {
    let connection: OpaquePointer

    /// Opens a file, or a database in memory, and runs SQL.
    init(_ path: String = ":memory:", _ sql: String = "") throws {
        var connection: OpaquePointer?
        guard sqlite3_open(path, &connection) == SQLITE_OK, let connection else { throw SQLFailure(connection) }
        self.connection = connection
        sqlite3_busy_timeout(connection, 10_000)
        try run(sql)
    }

    deinit {
        sqlite3_close_v2(connection)
    }

    /// Runs statements.
    func run(_ sql: String) throws {
        guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw SQLFailure(connection) }
    }

    /// Whether the statements ran. A failure undoes what SQLite undoes itself.
    func tryRun(_ sql: String) -> Bool {
        sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK
    }

    /// The rows of a query.
    func rows(_ sql: String) throws -> [[SQLValue]] {
        let statement = try SQLStatement(connection, sql)
        var rows: [[SQLValue]] = []
        while try statement.step() { rows.append(statement.values) }
        return rows
    }

    /// The schema as it is now.
    func schema() throws -> Schema {
        try SchemaReader(connection: connection, isReadOnly: false).read()
    }

    /// The rows of a table by their ids, each with all its columns; none for a table without a key.
    func content(of table: Table) throws -> [String: [SQLValue]] {
        let locator = RowLocator(table: table)
        guard table.key != .none else { return [:] }
        let columns = (locator.keyColumns + table.columns.map(\.name)).map(\.quoted).joined(separator: ", ")
        let count = locator.keyColumns.count
        var rows: [String: [SQLValue]] = [:]
        for row in try self.rows("SELECT \(columns) FROM \(table.name.quoted)") {
            rows[locator.id(Array(row.prefix(count)))] = Array(row.dropFirst(count))
        }
        return rows
    }

    /// The content of all tables by name.
    func content(of schema: Schema) throws -> [String: [String: [SQLValue]]] {
        var content: [String: [String: [SQLValue]]] = [:]
        for table in schema.tables where table.kind == .table { content[table.name] = try self.content(of: table) }
        return content
    }
}

extension RowChanges {
    /// The ids of the rows that were touched in a table; `nil` for any row.
    func ids(_ table: String) -> Set<String>? {
        switch self[table] {
        case nil: []
        case .unknown?: nil
        case .rows(let rows)?: Set(rows.numbers.keys.map { String($0) } + rows.names.keys.map(\.text))
        }
    }

    /// The former values of a row.
    func former(_ table: String, _ id: String) -> FormerRow? {
        guard case .rows(let rows)? = self[table] else { return nil }
        return rows.names[ExactName(id)] ?? Int64(id).flatMap { rows.numbers[$0] }
    }
}
