import CSQLite

/// What commands are done in: a transaction, or a savepoint of one that others share.
struct WriteFrame {
    let desk: any WriteDesk
    let connection: OpaquePointer
    /// Whether it is a savepoint.
    var isShared = false
    /// How long a commit waits for readers, where these keep writers out.
    let patience: Duration

    var statements: PreparedStatements { desk.statements }
    /// What the database holds, once it has begun: others may have changed that since the commands were sent.
    var schema: Schema { desk.schema }

    /// Begins; a transaction fails at once while somebody else is writing.
    func begin() throws(SQLFailure) {
        if isShared { return try execute("SAVEPOINT oriel") }
        try checkPlace()
        try execute("BEGIN IMMEDIATE")
        try desk.beginWriting(connection)
    }

    /// Makes what was done last.
    func end() throws(SQLFailure) {
        if isShared { return try execute("RELEASE oriel") }
        try desk.endWriting()
        try checkPlace()
        try waiting { () throws(SQLFailure) in try execute("COMMIT") }
        desk.noteCommit()
    }

    /// Undoes what was done, if SQLite has not undone it already.
    func undo() {
        let isOpen = sqlite3_get_autocommit(connection) == 0
        if !isShared {
            if isOpen { try? execute("ROLLBACK") }
            desk.noteRollback()
        } else if isOpen {
            try? execute("ROLLBACK TO oriel")
            try? execute("RELEASE oriel")
        }
    }

    /// What is written to a file that has lost its name nobody finds again.
    private func checkPlace() throws(SQLFailure) {
        if desk.place.isLeft { throw FilePlace.left }
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
