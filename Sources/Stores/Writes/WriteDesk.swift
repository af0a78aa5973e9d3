/// A connection that commands run on, with what it records of them. Everything but ``async(_:)`` and ``place`` is used on
/// its queue alone.
protocol WriteDesk: Sendable {
    /// The file, by its path.
    var place: FilePlace { get }
    /// The statements that are run again and again.
    var statements: PreparedStatements { get }
    /// What the database holds, once a transaction has begun.
    var schema: Schema { get }

    /// Does something on the queue, after what was asked for before.
    func async(_ body: @escaping @Sendable (OpaquePointer?) -> Void)
    /// A transaction has begun, and nobody else can commit.
    func beginWriting(_ connection: OpaquePointer) throws(SQLFailure)
    /// The transaction is about to be committed.
    func endWriting() throws(SQLFailure)
    /// The transaction is committed.
    func noteCommit()
    /// The transaction is rolled back.
    func noteRollback()
}

extension Desk: WriteDesk {
    var schema: Schema { ledger.schema }

    func beginWriting(_ connection: OpaquePointer) throws(SQLFailure) { try ledger.beginWriting(connection) }

    func endWriting() throws(SQLFailure) { try ledger.endWriting() }

    func noteCommit() { ledger.noteCommit() }

    func noteRollback() { ledger.noteRollback() }
}
