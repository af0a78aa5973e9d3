import CSQLite
import Files
import Loop
import SQLite
import Tables

/// A transaction in which commands run, or a savepoint in a transaction that several commands share.
struct WriteTransaction {
    let desk: any WriteDesk
    let connection: OpaquePointer
    /// Whether it is a savepoint.
    var isShared = false
    /// How long a commit waits for readers in a journal mode in which they block writers.
    let patience: Duration

    var statements: PreparedStatements { desk.statements }
    /// The schema in the transaction. It may have changed since the commands were sent.
    var schema: Schema { desk.schema }

    /// Begins the transaction. It fails at once while another connection is writing.
    func begin() throws(SQLFailure) {
        if isShared { return try execute("SAVEPOINT oriel") }
        try checkPlace()
        try execute("BEGIN IMMEDIATE")
        try desk.beginWriting(connection)
    }

    /// Commits the transaction, or releases the savepoint.
    func end() throws(SQLFailure) {
        if isShared { return try execute("RELEASE oriel") }
        try desk.endWriting()
        try checkPlace()
        try waiting { () throws(SQLFailure) in try execute("COMMIT") }
        desk.recordCommit()
    }

    /// Rolls back, unless SQLite has already done so.
    func undo() {
        let isOpen = sqlite3_get_autocommit(connection) == 0
        if !isShared {
            if isOpen { try? execute("ROLLBACK") }
            desk.recordRollback()
        } else if isOpen {
            do {
                try execute("ROLLBACK TO oriel")
                try execute("RELEASE oriel")
            } catch {
                try? execute("ROLLBACK")  // or the others would commit what was refused
            }
        }
    }

    /// Throws if the file was replaced: writes to the old file would be lost.
    private func checkPlace() throws(SQLFailure) {
        if desk.place.isLeft { throw SQLFailure.fileWasReplaced }
    }

    /// Begins or ends a transaction. The time limit does not apply: a commit that was reported as too slow would run
    /// twice.
    private func execute(_ sql: String) throws(SQLFailure) {
        let statement = try statements.statement(sql, connection)
        try Interruption.suspended(on: connection) { () throws(SQLFailure) in try statement.run() }
    }

    /// Runs a body that waits for locks. Other statements fail at once if the database is locked, and are retried
    /// later.
    private func waiting(_ body: () throws(SQLFailure) -> Void) throws(SQLFailure) {
        sqlite3_busy_timeout(connection, Int32(clamping: patience.milliseconds))
        defer { sqlite3_busy_timeout(connection, 0) }
        try body()
    }
}
