import CSQLite
import Lists
import SQLite
import Synchronization
import Tables

extension SQLiteDatabase {
    package func rows(_ sql: String, _ parameters: [SQLValue]) async throws(StoreError) -> SQLResult {
        let connection = try await connections { $0 }.slow
        let limit = configuration.queryTimeout
        let result = await connection.value { connection throws(SQLFailure) in
            try within(limit, on: connection) { () throws(SQLFailure) in
                try SQLStatement.reading(connection, sql, Schema()).statement.result(parameters)
            }
        }
        return try result.get()
    }

    /// Each line is one step, behind two spaces for each step that it belongs to.
    package func plan(of sql: String, _ parameters: [SQLValue]) async throws(StoreError) -> [String] {
        let steps = try await rows("EXPLAIN QUERY PLAN \(sql)", parameters).rows
        var depths: [Int64: Int] = [:]
        return steps.compactMap { step in
            guard case .integer(let id) = step[0], case .integer(let parent) = step[1], case .text(let text) = step[3]
            else { return nil }
            let depth = depths[parent] ?? 0
            depths[id] = depth + 1
            return String(repeating: "  ", count: depth) + text
        }
    }

    package func check(statement sql: String, _ parameters: [SQLValue]) async throws(StoreError) {
        let connection = try await connections { $0 }.slow
        let result = await connection.value { connection throws(SQLFailure) in
            do throws(SQLFailure) {
                try SQLStatement.writing(connection, sql).check(parameters)
            } catch {
                guard error.code == SQLITE_AUTH else { throw error }
                throw SQLFailure(code: SQLITE_ERROR, message: "It has to be one INSERT, UPDATE or DELETE")
            }
        }
        try result.get()
    }

    package func transaction<Value: Sendable>(
        deadline: ContinuousClock.Instant, _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value {
        let outcome = TransactionOutcome<Value>()
        let batch = WriteBatch(commands: [], receipt: nil) { connection in
            try outcome.keep { try body(ConnectionTransaction(connection: connection)) }
        }
        do throws(CommandError) {
            _ = try await commit(batch, deadline: deadline)
        } catch {
            throw outcome.failure ?? error
        }
        return try outcome.value()
    }
}

/// The transaction of a connection.
private struct ConnectionTransaction: SQLTransaction {
    let connection: OpaquePointer

    func rows(_ sql: String, _ parameters: [SQLValue]) throws -> SQLResult {
        try SQLStatement.reading(connection, sql, Schema()).statement.result(parameters)
    }

    func run(_ sql: String, _ parameters: [SQLValue]) throws -> Int {
        let statement = try SQLStatement.writing(connection, sql)
        try statement.check(parameters)
        try statement.run(parameters)
        return Int(sqlite3_changes(connection))
    }
}

/// The result or the error of a transaction's body, from the last time that it ran.
private final class TransactionOutcome<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)

    /// Runs a body and keeps its result. Errors of SQLite are left to the writer, which may run the body again.
    func keep(_ body: () throws -> Value) throws {
        result.withLock { $0 = nil }
        do {
            let value = try body()
            result.withLock { $0 = .success(value) }
        } catch let failure as SQLFailure {
            throw failure
        } catch {
            result.withLock { $0 = .failure(error) }
            throw error
        }
    }

    /// The error of the body.
    var failure: (any Error)? {
        result.withLock { if case .failure(let error)? = $0 { error } else { nil } }
    }

    func value() throws -> Value {
        guard let result = result.withLock({ $0 }) else { throw CommandError.failed(message: "It did not run.") }
        return try result.get()
    }
}

extension SQLStatement {
    /// Runs the query with these values, and returns its rows.
    fileprivate func result(_ parameters: [SQLValue]) throws(SQLFailure) -> SQLResult {
        try check(parameters)
        let columns = (0..<columnCount).map { String(cString: sqlite3_column_name(handle, Int32($0))) }
        bind(parameters)
        defer { reset() }
        var rows: [[SQLValue]] = []
        while try step() { rows.append(values) }
        return SQLResult(columns: columns, rows: rows)
    }
}
