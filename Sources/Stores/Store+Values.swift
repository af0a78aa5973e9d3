import Changes
import JSON
import Loop
import SQLite
import Tables

extension Store {
    /// Runs commands in one transaction: all or none. Returns when lists show the result, or after `showTimeout`.
    ///
    ///     try await store.write([
    ///         .update(table: "Account", id: "1", values: ["Balance": 90]),
    ///         .update(table: "Account", id: "2", values: ["Balance": 110]),
    ///     ])
    ///
    /// - Returns: The outcome of each command.
    /// - Throws: The error of the first refused command.
    @discardableResult
    public func write(_ commands: [WriteCommand]) async throws(CommandError) -> [WriteOutcome] {
        try await write(commands, once: nil)
    }

    /// Runs commands that a client may send again. In a database that `oriel attach` has prepared, commands that any
    /// process has already run with this receipt do not run again. See ``CommandTable``.
    ///
    /// - Returns: The outcome of each command. For commands that ran before, the outcome of the last one only.
    /// - Throws: Also ``CommandError/keyReused`` when other commands used the receipt's key.
    package func write(
        _ commands: [WriteCommand], once receipt: Receipt?
    ) async throws(CommandError) -> [WriteOutcome] {
        let deadline = ContinuousClock.now + configuration.busyTimeout
        if configuration.isReadOnly { throw .nothingIsWritten }
        if document != nil, receipt?.isQuestion == true { throw .neverDone }
        let outcomes =
            if let document {
                try await document.write(commands, deadline: deadline)
            } else {
                try await commit(commands, receipt, deadline)
            }
        await EventLoop.suspension { continuation in whenShown { continuation.resume() } }
        return outcomes
    }

    private func commit(
        _ commands: [WriteCommand], _ receipt: Receipt?, _ deadline: ContinuousClock.Instant
    ) async throws(CommandError) -> [WriteOutcome] {
        let connections = try await connections(orThrow: CommandError.unavailable)
        guard let writer = connections.writer else { throw .nothingIsWritten }
        do throws(CommandError) {
            return try await writer.run(commands, once: receipt, deadline: deadline)
        } catch {
            // Closing the connections ends the commands that run on them, as `writeTimeout` does.
            guard database?.connections()?.desk !== connections.desk else { throw error }
            if database?.isClosed ?? true { throw error.isTooSlow ? .unavailable(.closed) : error }
            guard .now < deadline else { throw error.isTooSlow ? .busy : error }
        }
        return try await commit(commands, receipt, deadline)  // the file was replaced, and nothing was done
    }

    /// Runs a command in its own transaction; see ``write(_:)-([WriteCommand])``.
    @discardableResult
    public func write(_ command: WriteCommand) async throws(CommandError) -> WriteOutcome {
        try await write([command]).first ?? WriteOutcome(id: nil)
    }

    /// Returns the whole value of a column of a row, or `nil` for NULL or a missing row.
    public func value(of column: String, in table: String, id: String) async throws(StoreError) -> StoredValue? {
        try await value(of: column, in: table, id: id, within: nil)
    }

    /// Returns the whole value of a column of a row, or `nil` for NULL, or for a row or value that `rights` hide.
    package func value(
        of column: String, in table: String, id: String, within rights: QueryRights?
    ) async throws(StoreError) -> StoredValue? {
        let reader = try await connections { $0 }.slow
        guard let found = schema.table(named: table), let condition = RowLocator(table: found).condition(for: id) else {
            return nil
        }
        var query = Query(table: table, columns: [column])
        query.rights = rights
        let sql = QueryText(table: found, query: query).row(where: condition.sql)
        return try await reader.read { connection in
            let statement = try SQLStatement(connection, sql)
            statement.bind(condition.values)
            return StoredValue(try statement.step() ? statement.value(0) : .null)
        }.get()
    }
}
