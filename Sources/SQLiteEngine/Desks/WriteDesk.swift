import Files
import SQLite
import Tables

/// A connection that runs commands and records their effects. Use all members except ``async(_:)`` and ``place`` on its
/// queue only.
protocol WriteDesk: Sendable {
    /// The file at its path.
    var place: FilePlace { get }
    /// The prepared statements.
    var statements: PreparedStatements { get }
    /// The schema, valid after a transaction has begun.
    var schema: Schema { get }

    /// Runs a body on the queue, after all earlier work.
    func async(_ body: @escaping @Sendable (OpaquePointer?) -> Void)
    /// Prepares for a transaction that has begun. No other connection can commit.
    func beginWriting(_ connection: OpaquePointer) throws(SQLFailure)
    /// Prepares for the commit of the transaction.
    func endWriting() throws(SQLFailure)
    /// Records the commit of the transaction.
    func recordCommit()
    /// Records the rollback of the transaction.
    func recordRollback()
}

extension Desk: WriteDesk {
    var schema: Schema { ledger.schema }

    func beginWriting(_ connection: OpaquePointer) throws(SQLFailure) { try ledger.beginWriting(connection) }

    func endWriting() throws(SQLFailure) { try ledger.endWriting() }

    func recordCommit() { ledger.recordCommit() }

    func recordRollback() { ledger.recordRollback() }
}
