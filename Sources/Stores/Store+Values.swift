import JSON
import Loop

extension Store {
    /// Runs commands in one transaction: all are done, or none. Returns when lists show it, or after a while at the latest.
    ///
    ///     try await store.write([
    ///         .update(table: "Account", id: "1", values: ["Balance": 90]),
    ///         .update(table: "Account", id: "2", values: ["Balance": 110]),
    ///     ])
    ///
    /// - Returns: What came of each.
    /// - Throws: Why the first that was refused was.
    @discardableResult
    public func write(_ commands: [WriteCommand]) async throws(CommandError) -> [WriteOutcome] {
        try await write(commands, once: nil)
    }

    /// The same for commands that may be sent again: in a database that `oriel attach` has prepared, those that were done with
    /// this receipt before, by whatever process, are not done again. See ``CommandTable``.
    ///
    /// - Returns: What came of each; of those that were done before, what came of the last.
    /// - Throws: Also ``CommandError/keyReused`` when others came with its key.
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
            let isReplaced = attachment != nil && attachment?.connections()?.desk !== connections.desk
            guard isReplaced, .now < deadline else { throw error }
        }
        return try await commit(commands, receipt, deadline)  // nothing was done, and the file is another one
    }

    /// Runs a command in a transaction of its own; see ``write(_:)-([WriteCommand])``.
    @discardableResult
    public func write(_ command: WriteCommand) async throws(CommandError) -> WriteOutcome {
        try await write([command]).first ?? WriteOutcome(id: nil)
    }

    /// The value of a column of a row, whole; `nil` when it is NULL or there is no such row.
    public func value(of column: String, in table: String, id: String) async throws(StoreError) -> StoredValue? {
        let reader = try await connections { $0 }.slow
        guard let found = schema.table(named: table), let condition = RowLocator(table: found).condition(for: id) else {
            return nil
        }
        return try await reader.read { connection in
            let statement = try SQLStatement(
                connection, "SELECT \(table.quoted).\(column.quoted) FROM \(table.quoted) WHERE \(condition.sql)")
            statement.bind(condition.values)
            return StoredValue(try statement.step() ? statement.value(0) : .null)
        }.get()
    }
}
