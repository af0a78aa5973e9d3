import Lists
import Loop
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
        try await rows(sql, with: parameters.map { $0?.sqlValue ?? .null }, as: type)
    }

    /// Returns the rows of an SQL query, whose parameters are in an array.
    package func rows<Row: Decodable & Sendable>(
        _ sql: String, with parameters: [SQLValue], as type: Row.Type = Row.self
    ) async throws(StoreError) -> [Row] {
        let result = try await engine.rows(sql, parameters)
        do {
            return try result.decoded(as: type)
        } catch {
            throw .failed(error.message)
        }
    }

    /// Returns the names of the columns of an SQL query, whose parameters are in an array.
    package func columns(ofQuery sql: String, with parameters: [SQLValue] = []) async throws(StoreError) -> [String] {
        try await engine.rows("SELECT * FROM (\n\(sql)\n) AS rows LIMIT 0", parameters).columns
    }

    /// Returns how the database would find the rows of an SQL query, in lines.
    package func plan(ofQuery sql: String, with parameters: [SQLValue] = []) async throws(StoreError) -> [String] {
        try await engine.plan(of: sql, parameters)
    }

    /// Throws if the database does not understand one `INSERT`, `UPDATE` or `DELETE`, which is not run.
    package func check(statement sql: String, with parameters: [SQLValue]) async throws(StoreError) {
        try await engine.check(statement: sql, parameters)
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
        let value = try await engine.transaction(deadline: deadline) { try body(Transaction($0)) }
        await EventLoop.suspension { continuation in whenShown { continuation.resume() } }
        return value
    }
}
