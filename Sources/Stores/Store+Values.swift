import Changes
import JSON
import Lists
import Loop
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
    /// process has already run with this receipt do not run again. A role of the database runs them, if one is given.
    ///
    /// - Returns: The outcome of each command. For commands that ran before, the outcome of the last one only.
    /// - Throws: Also ``CommandError/keyReused`` when other commands used the receipt's key.
    package func write(
        _ commands: [WriteCommand], as role: DatabaseRole? = nil, once receipt: Receipt?
    ) async throws(CommandError) -> [WriteOutcome] {
        let deadline = ContinuousClock.now + configuration.busyTimeout
        if configuration.isReadOnly { throw .nothingIsWritten }
        let outcomes = try await engine.write(commands, as: role, once: receipt, deadline: deadline)
        await EventLoop.suspension { continuation in whenShown { continuation.resume() } }
        return outcomes
    }

    /// Returns the whole value of a column of a row, or `nil` for NULL or a missing row.
    public func value(of column: String, in table: String, id: String) async throws(StoreError) -> StoredValue? {
        try await value(of: column, in: table, id: id, within: nil)
    }

    /// Returns the whole value of a column of a row, or `nil` for NULL, or for a row or value that `rights` hide.
    package func value(
        of column: String, in table: String, id: String, within rights: QueryRights?
    ) async throws(StoreError) -> StoredValue? {
        guard let table = schema.table(named: table) else { return nil }
        return try await engine.value(of: column, in: table, id: id, within: rights)
    }
}
