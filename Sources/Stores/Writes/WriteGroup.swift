import CSQLite
import JSON

/// Commands that belong together: all are done, or none.
struct WriteOrder: Sendable {
    let commands: [WriteCommand]
    /// By what they are known when they come again, if they are to be.
    let receipt: Receipt?
}

/// Orders that share a commit, each in a savepoint of its own.
struct WriteGroup {
    let desk: Desk
    let connection: OpaquePointer
    /// How long a commit waits for readers, where these keep writers out.
    let patience: Duration

    /// Carries the orders out, one after the other, and commits what was not refused.
    ///
    /// - Returns: What came of each; ``CommandError/busy`` for all while somebody else is writing.
    func run(_ orders: [WriteOrder]) -> [Result<[WriteOutcome], CommandError>] {
        let transaction = frame(isShared: false)
        guard orders.count > 1, (try? transaction.begin()) != nil else {
            transaction.undo()
            return orders.map { perform($0, in: transaction) }
        }
        var results: [Result<[WriteOutcome], CommandError>] = []
        for order in orders where isOpen { results.append(perform(order, in: frame(isShared: true))) }
        // What is refused at the end of all, or has ended all (RAISE(ROLLBACK)), is the fault of one: then each has to stand for
        // itself. A savepoint after that end would be a transaction of its own.
        guard isOpen, (try? transaction.end()) != nil else {
            transaction.undo()
            return orders.map { perform($0, in: transaction) }
        }
        return results
    }

    /// Whether the transaction goes on.
    private var isOpen: Bool { sqlite3_get_autocommit(connection) == 0 }

    private func frame(isShared: Bool) -> WriteFrame {
        WriteFrame(desk: desk, connection: connection, isShared: isShared, patience: patience)
    }

    private func perform(_ order: WriteOrder, in frame: WriteFrame) -> Result<[WriteOutcome], CommandError> {
        Result { () throws(CommandError) in
            try WriteTransaction(connection: connection, frame: frame).run(order.commands, once: order.receipt)
        }
    }
}
