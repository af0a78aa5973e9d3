import Loop
import Stores

extension NewJob {
    /// Writes the job in a transaction: it exists if the transaction commits. A job whose key exists is not written.
    ///
    /// - Returns: Whether it was written.
    @discardableResult
    public func add(in transaction: Transaction) throws -> Bool {
        try JobTable(transaction).insert(self)
    }
}

extension JobRun {
    /// Ends the job in a transaction, together with what it changes in the database: both happen, or neither. So a job
    /// has its effect once, whatever fails in between.
    ///
    ///     try await store.transaction { transaction in
    ///         try transaction.run("UPDATE Ticket SET State = 'stale' WHERE Id = ?", reminder.ticket)
    ///         try run.complete(in: transaction)
    ///     }
    ///
    /// - Throws: ``JobError/lost`` if another node has taken over, which rolls back the transaction.
    public func complete(in transaction: Transaction) throws {
        guard try JobTable(transaction).complete(self, at: clock.now) else { throw JobError.lost }
    }
}
