import CSQLite
import GRDB
import Glibc
import Loop

/// The connection that writes: each command is a transaction of its own, all or nothing.
final class Writer: Sendable {
    private let queue: DatabaseQueue

    /// Opens the file for writing; `nil` when that is not allowed. The first look also mends what a writer left that was
    /// killed in mid-transaction, which a connection that only reads cannot.
    init?(path: String, busyTimeout: Duration) throws {
        guard access(path, W_OK) == 0 else { return nil }
        var configuration = Configuration()
        configuration.label = "oriel.writer"
        let (seconds, attoseconds) = busyTimeout.components
        configuration.busyMode = .timeout(Double(seconds) + Double(attoseconds) / 1e18)
        configuration.acceptsDoubleQuotedStringLiterals = true
        queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { database in
            guard let connection = database.sqliteConnection else { return }
            let statement = try SQLStatement(connection, "PRAGMA schema_version")
            do throws(SQLFailure) {
                _ = try statement.step()
            } catch {
                guard error.storeError == .locked else { throw error }
            }
        }
    }

    /// Closes the connection, after the command that it carries out at the moment.
    func close() {
        try? queue.close()
    }

    /// Carries out a command, off the loop, unless others take until `deadline`. Commands are carried out in the order of
    /// the calls.
    @SceneActor func run(_ command: WriteCommand, schema: Schema, deadline: ContinuousClock.Instant)
        async throws(CommandError)
        -> WriteOutcome
    {
        let result: Result<WriteOutcome, CommandError> = await withCheckedContinuation { continuation in
            queue.asyncWriteWithoutTransaction { database in
                continuation.resume(
                    returning: Result { () throws(CommandError) in
                        guard ContinuousClock.now < deadline else { throw .busy }
                        guard let connection = database.sqliteConnection else {
                            throw .failed(message: "The database is closed.")
                        }
                        return try WriteTransaction(connection: connection, schema: schema).run(command)
                    })
            }
        }
        return try result.get()
    }
}

/// One command on a connection.
struct WriteTransaction {
    let connection: OpaquePointer
    let schema: Schema

    func run(_ command: WriteCommand) throws(CommandError) -> WriteOutcome {
        guard let table = schema.table(named: command.table), table.isWritable else {
            throw .readOnly(message: "\(command.table) cannot be written.")
        }
        let constraints = ConstraintReader(connection: connection, schema: schema, table: table)
        do throws(SQLFailure) {
            try execute("BEGIN IMMEDIATE")
            try checkPlace()
        } catch {
            rollBack()
            throw constraints.error(error, values: [])
        }
        var values: [(column: Column, value: SQLValue)] = []
        do {
            let id = try perform(command, on: table, &values)
            try execute("COMMIT")
            return WriteOutcome(id: id)
        } catch let failure as SQLFailure {
            let error = constraints.error(failure, values: values)  // looks at the database as it was refused
            rollBack()
            throw error
        } catch let error as CommandError {
            rollBack()
            throw error
        } catch {
            rollBack()
            throw .failed(message: "\(error)")
        }
    }

    /// In WAL mode SQLite would write to a file that has been replaced, and nobody would find it again.
    private func checkPlace() throws(SQLFailure) {
        var hasMoved: CInt = 0
        sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        guard hasMoved == 0 else { throw SQLFailure(code: csqlite_readonly_dbmoved, message: "the file was replaced") }
    }

    private func execute(_ sql: String) throws(SQLFailure) {
        try SQLStatement(connection, sql).run()
    }

    private func rollBack() {
        if sqlite3_get_autocommit(connection) == 0 { try? execute("ROLLBACK") }
    }

    private func perform(
        _ command: WriteCommand, on table: Table, _ values: inout [(column: Column, value: SQLValue)]
    ) throws -> String? {
        let reader = ValueReader(table: table)
        switch command {
        case .insert(_, let json):
            values = try reader.read(json, isInsertion: true)
            return try insert(values, into: table)
        case .update(_, let id, let json):
            let row = try find(id, in: table)
            values = try reader.read(json, isInsertion: false)
            return try update(values, of: table, row, id: id)
        case .delete(_, let id):
            let row = try find(id, in: table)
            try change("DELETE FROM \(table.name.quoted) WHERE \(row.sql)", row.values)
            return nil
        }
    }

    private func find(_ id: String, in table: Table) throws -> RowLocator.Condition {
        guard let row = RowLocator(table: table).condition(for: id) else { throw CommandError.notFound }
        let statement = try SQLStatement(connection, "SELECT 1 FROM \(table.name.quoted) WHERE \(row.sql)")
        statement.bind(row.values)
        guard try statement.step() else { throw CommandError.notFound }
        return row
    }

    private func insert(_ values: [(column: Column, value: SQLValue)], into table: Table) throws -> String? {
        let names = values.map(\.column.name.quoted).joined(separator: ", ")
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        let into = "INSERT INTO \(table.name.quoted)"
        try change(
            values.isEmpty ? "\(into) DEFAULT VALUES" : "\(into) (\(names)) VALUES (\(marks))", values.map(\.value))
        guard case .columns(let key, rowid: nil) = table.key else {
            return try id(of: table, where: rowIDCondition(of: table))
        }
        let condition = key.map { "\($0.quoted) = ?" }.joined(separator: " AND ")
        let bound = key.map { name in values.first { $0.column.name == name }?.value ?? .null }
        return bound.contains(.null) ? nil : try id(of: table, where: .init(sql: condition, values: bound))
    }

    private func rowIDCondition(of table: Table) -> RowLocator.Condition? {
        let number = SQLValue.integer(sqlite3_last_insert_rowid(connection))
        switch table.key {
        case .rowid(let name), .columns(_, let name?): return .init(sql: "\(name.quoted) = ?", values: [number])
        case .columns, .none: return nil
        }
    }

    private func update(
        _ values: [(column: Column, value: SQLValue)], of table: Table, _ row: RowLocator.Condition, id old: String
    ) throws -> String? {
        guard !values.isEmpty else { return old }
        let number = try rowID(of: table, where: row)
        let changes = values.map { "\($0.column.name.quoted) = ?" }.joined(separator: ", ")
        try change("UPDATE \(table.name.quoted) SET \(changes) WHERE \(row.sql)", values.map(\.value) + row.values)
        let keys = RowLocator(table: table).keyColumns
        guard values.contains(where: { keys.contains($0.column.name) }) else { return old }
        if let number { return try id(of: table, where: number) }
        guard case .columns(let names, _) = table.key else {
            let number = values.first { keys.contains($0.column.name) }?.value
            return number.map { RowLocator(table: table).id([$0]) }
        }
        let previous = KeyCodec.decode(old, names.map { table.column(named: $0)?.affinity ?? .blob }) ?? []
        let bound = names.enumerated().map { place, name in
            values.first { $0.column.name == name }?.value ?? (place < previous.count ? previous[place] : .null)
        }
        let condition = names.map { "\($0.quoted) IS ?" }.joined(separator: " AND ")
        return try id(of: table, where: .init(sql: condition, values: bound))
    }

    /// Runs a statement that has to change a row: a trigger or an `ON CONFLICT` clause can keep it from doing so silently.
    private func change(_ sql: String, _ values: [SQLValue]) throws {
        try SQLStatement(connection, sql).run(values)
        guard sqlite3_changes(connection) > 0 else {
            throw CommandError.invalid(
                message: "A trigger or a constraint of the database ignores the change.", fields: [:])
        }
    }

    /// The condition that a row fulfils whatever becomes of its key, if there is one.
    private func rowID(of table: Table, where row: RowLocator.Condition) throws(SQLFailure) -> RowLocator.Condition? {
        guard case .columns(_, let rowid?) = table.key else { return nil }
        let statement = try SQLStatement(
            connection, "SELECT \(rowid.quoted) FROM \(table.name.quoted) WHERE \(row.sql)")
        statement.bind(row.values)
        return try statement.step() ? .init(sql: "\(rowid.quoted) = ?", values: statement.values) : nil
    }

    /// The id of the row that fulfils a condition, as the database has it now.
    private func id(of table: Table, where condition: RowLocator.Condition?) throws(SQLFailure) -> String? {
        guard let condition else { return nil }
        let locator = RowLocator(table: table)
        let columns = locator.keyColumns.map(\.quoted).joined(separator: ", ")
        let statement = try SQLStatement(
            connection, "SELECT \(columns) FROM \(table.name.quoted) WHERE \(condition.sql)")
        statement.bind(condition.values)
        return try statement.step() ? locator.id(statement.values) : nil
    }
}
