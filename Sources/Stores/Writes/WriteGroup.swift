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
    let desk: any WriteDesk
    let connection: OpaquePointer
    /// How long a commit waits for readers, where these keep writers out.
    let patience: Duration
    /// How long an order may take.
    let limit: Duration

    /// Carries the orders out, one after the other, and commits what was not refused.
    ///
    /// - Returns: What came of each; ``CommandError/busy`` for all while somebody else is writing. `nil` for orders that have to
    ///   be run again, because one took all the time there is: that ends the transaction, and keeps readers waiting.
    func run(_ orders: [WriteOrder]) -> [WriteResult?] {
        let transaction = frame(isShared: false)
        guard orders.count > 1, (try? transaction.begin()) != nil else {
            transaction.undo()
            return oneByOne(orders)
        }
        var results: [WriteResult] = []
        for order in orders where isOpen { results.append(perform(order, in: frame(isShared: true))) }
        // What is refused at the end of all, or has ended all (RAISE(ROLLBACK)), is the fault of one: then each has to stand for
        // itself. A savepoint after that end would be a transaction of its own.
        guard isOpen, (try? transaction.end()) != nil else {
            transaction.undo()
            guard let last = results.last, last.isTooSlow else { return oneByOne(orders) }
            return orders.indices.map { $0 == results.count - 1 ? last : nil }
        }
        return results
    }

    /// Carries each order out in a transaction of its own, up to one that takes too long.
    private func oneByOne(_ orders: [WriteOrder]) -> [WriteResult?] {
        let transaction = frame(isShared: false)
        var results: [WriteResult?] = []
        for order in orders {
            let isLate = results.last.map { $0?.isTooSlow ?? true } ?? false
            results.append(isLate ? nil : perform(order, in: transaction))
        }
        return results
    }

    /// Whether the transaction goes on.
    private var isOpen: Bool { sqlite3_get_autocommit(connection) == 0 }

    private func frame(isShared: Bool) -> WriteFrame {
        WriteFrame(desk: desk, connection: connection, isShared: isShared, patience: patience)
    }

    private func perform(_ order: WriteOrder, in frame: WriteFrame) -> WriteResult {
        within(limit, on: connection) {
            Result { () throws(CommandError) in
                try WriteTransaction(connection: connection, frame: frame).run(order.commands, once: order.receipt)
            }
        }
    }
}

/// What came of an order.
typealias WriteResult = Result<[WriteOutcome], CommandError>

extension WriteResult {
    /// Whether the order was undone because it took all the time there was.
    var isTooSlow: Bool {
        if case .failure(.tooSlow) = self { true } else { false }
    }
}
