import Loop
import SQLite
import Synchronization
import Tables

extension Store {
    /// Returns the rows of an SQL query, read once, off the loop. It shows every commit made before the call.
    ///
    ///     struct User: Decodable { let Id: Int, Mail: String }
    ///     let users: [User] = try await store.rows("SELECT Id, Mail FROM User WHERE Mail = ?", mail)
    ///     let count: [Int] = try await store.rows("SELECT count(*) FROM User")
    ///
    /// - Parameter parameters: The values of `?` in order; `nil` for NULL.
    /// - Throws: Why the database cannot be read, or ``StoreError/failed(_:)`` for SQL that is not one query, for one
    ///   that takes longer than `queryTimeout`, and for a row of another shape.
    public func rows<Row: Decodable & Sendable>(
        _ sql: String, _ parameters: (any ColumnValue)?..., as type: Row.Type = Row.self
    ) async throws(StoreError) -> [Row] {
        let reader = try await connections { $0 }.slow
        let limit = configuration.queryTimeout
        return try await reader.read { connection in
            try within(limit, on: connection) {
                do {
                    return try SQLStatement.reading(connection, sql, Schema()).statement.decode(type, parameters)
                } catch let error as RowDecodingError {
                    throw StoreError.failed(error.message)
                }
            }
        }.get()
    }

    /// Runs a body in one write transaction, off the loop: all of it or nothing. Returns when lists show the result, or
    /// after `showTimeout`.
    ///
    ///     let left = try await store.transaction { transaction in
    ///         try transaction.run("UPDATE Account SET Balance = Balance - ? WHERE Id = ?", sum, from)
    ///         return try transaction.rows("SELECT Balance FROM Account WHERE Id = ?", from, as: Int.self)
    ///     }
    ///
    /// An error that the body throws rolls back, and is thrown again. The body runs again if another connection was
    /// writing, or if a batch of commands has to be repeated: it must have no other effect than on the database.
    ///
    /// - Throws: The error of the body, or a ``CommandError``.
    @discardableResult
    public func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        let deadline = ContinuousClock.now + configuration.busyTimeout
        guard !configuration.isReadOnly else { throw CommandError.nothingIsWritten }
        guard document == nil else {
            throw CommandError.readOnly(message: "A JSON file is written by commands, not by SQL.")
        }
        let outcome = TransactionOutcome<Value>()
        let batch = WriteBatch(commands: [], receipt: nil) { connection in
            try outcome.keep { try body(Transaction(connection: connection)) }
        }
        do throws(CommandError) {
            _ = try await commit(batch, deadline)
        } catch {
            throw outcome.failure ?? error
        }
        await EventLoop.suspension { continuation in whenShown { continuation.resume() } }
        return try outcome.value()
    }
}

/// What the body of a transaction returned or threw, the last time that it ran.
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
            let error = (error as? RowDecodingError).map { CommandError.failed(message: $0.message) } ?? error
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
