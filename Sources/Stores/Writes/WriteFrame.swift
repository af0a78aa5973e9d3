import CSQLite

/// What commands are done in: a transaction, or a savepoint of one that others share.
struct WriteFrame {
    let connection: OpaquePointer
    let statements: PreparedStatements
    /// What is told of the transaction; `nil` for a savepoint.
    let ledger: Ledger?
    /// How long a commit waits for readers, where these keep writers out.
    let patience: Duration

    /// Begins; a transaction fails at once while somebody else is writing.
    func begin() throws(SQLFailure) {
        guard let ledger else { return try execute("SAVEPOINT oriel") }
        try execute("BEGIN IMMEDIATE")
        try ledger.beginWriting()
    }

    /// Makes what was done last.
    func end() throws(SQLFailure) {
        guard let ledger else { return try execute("RELEASE oriel") }
        try ledger.endWriting()
        try waiting { () throws(SQLFailure) in try execute("COMMIT") }
        ledger.noteCommit()
    }

    /// Undoes what was done, if SQLite has not undone it already.
    func undo() {
        let isOpen = sqlite3_get_autocommit(connection) == 0
        if let ledger {
            if isOpen { try? execute("ROLLBACK") }
            ledger.noteRollback()
        } else if isOpen {
            try? execute("ROLLBACK TO oriel")
            try? execute("RELEASE oriel")
        }
    }

    private func execute(_ sql: String) throws(SQLFailure) {
        try statements.statement(sql, connection).run()
    }

    /// Elsewhere a lock fails at once, and whoever meets it comes back later.
    private func waiting(_ body: () throws(SQLFailure) -> Void) throws(SQLFailure) {
        let (seconds, attoseconds) = patience.components
        sqlite3_busy_timeout(connection, Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
        defer { sqlite3_busy_timeout(connection, 0) }
        try body()
    }
}
