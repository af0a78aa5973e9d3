import CSQLite

/// Commands that belong together: all are done, or none.
struct WriteOrder: Sendable {
    let commands: [WriteCommand]
    let schema: Schema
}

/// Orders that share a commit, each in a savepoint of its own.
struct WriteGroup {
    let connection: OpaquePointer
    let ledger: Ledger
    /// How long the end of a transaction waits for readers, where these keep writers out.
    let patience: Duration

    /// Carries the orders out, one after the other, and commits what was not refused.
    ///
    /// - Returns: What came of each; ``CommandError/busy`` for all while somebody else is writing.
    func run(_ orders: [WriteOrder]) -> [Result<[WriteOutcome], CommandError>] {
        guard orders.count > 1 else { return orders.map(runAlone) }
        do throws(SQLFailure) {
            try execute("BEGIN IMMEDIATE")
        } catch {
            return orders.map(runAlone)  // each says for itself what is wrong
        }
        let results = orders.map { perform($0, isShared: true) }
        // What is refused at the end of all, or has ended all, is the fault of one: then each has to stand for itself.
        guard sqlite3_get_autocommit(connection) == 0, (try? commit()) != nil else {
            try? execute("ROLLBACK")
            ledger.noteRollback()
            return orders.map(runAlone)
        }
        ledger.noteCommit()
        return results
    }

    private func runAlone(_ order: WriteOrder) -> Result<[WriteOutcome], CommandError> {
        let result = perform(order, isShared: false)
        if case .success = result { ledger.noteCommit() } else { ledger.noteRollback() }
        return result
    }

    private func perform(_ order: WriteOrder, isShared: Bool) -> Result<[WriteOutcome], CommandError> {
        Result { () throws(CommandError) in
            try WriteTransaction(
                connection: connection, schema: order.schema, isShared: isShared, patience: patience
            ).run(order.commands)
        }
    }

    private func commit() throws(SQLFailure) {
        try waiting(patience, on: connection) { () throws(SQLFailure) in try execute("COMMIT") }
    }

    private func execute(_ sql: String) throws(SQLFailure) {
        try SQLStatement(connection, sql).run()
    }
}

/// Runs statements that wait so long for locks of others; otherwise they fail at once.
func waiting<Value, Failure>(
    _ patience: Duration, on connection: OpaquePointer, _ body: () throws(Failure) -> Value
) throws(Failure) -> Value {
    let (seconds, attoseconds) = patience.components
    sqlite3_busy_timeout(connection, Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
    defer { sqlite3_busy_timeout(connection, 0) }
    return try body()
}
