import CSQLite
import Lists
import SQLite

/// Batches that share a commit, each in its own savepoint.
struct WriteGroup {
    let desk: any WriteDesk
    let connection: OpaquePointer
    /// How long a commit waits for readers, where they block writers.
    let patience: Duration
    /// The time limit of a batch.
    let limit: Duration

    /// Runs the batches in sequence, and commits those that were not refused.
    ///
    /// - Returns: The result of each batch; ``CommandError/busy`` for all while another connection is writing. `nil`
    ///   for batches to run again, because another batch reached the time limit: that ends the transaction, and blocks
    ///   readers.
    func run(_ batches: [WriteBatch]) -> [WriteResult?] {
        let transaction = makeTransaction(isShared: false)
        guard batches.count > 1, (try? transaction.begin()) != nil else {
            transaction.undo()
            return oneByOne(batches)
        }
        var results: [WriteResult] = []
        for batch in batches where isOpen { results.append(perform(batch, in: makeTransaction(isShared: true))) }
        // A failed commit, or the end of the transaction by RAISE(ROLLBACK), is the fault of one batch. So each batch
        // then runs alone. A savepoint after that end would be a separate transaction.
        guard isOpen, (try? transaction.end()) != nil else {
            transaction.undo()
            guard let last = results.last, last.isTooSlow else { return oneByOne(batches) }
            return batches.indices.map { $0 == results.count - 1 ? last : nil }
        }
        return results
    }

    /// Runs each batch in its own transaction, up to one that reaches the time limit.
    private func oneByOne(_ batches: [WriteBatch]) -> [WriteResult?] {
        let transaction = makeTransaction(isShared: false)
        var results: [WriteResult?] = []
        for batch in batches {
            let isLate = results.last.map { $0?.isTooSlow ?? true } ?? false
            results.append(isLate ? nil : perform(batch, in: transaction))
        }
        return results
    }

    /// Whether the transaction is still open.
    private var isOpen: Bool { sqlite3_get_autocommit(connection) == 0 }

    private func makeTransaction(isShared: Bool) -> WriteTransaction {
        WriteTransaction(desk: desk, connection: connection, isShared: isShared, patience: patience)
    }

    private func perform(_ batch: WriteBatch, in transaction: WriteTransaction) -> WriteResult {
        within(limit, on: connection) {
            Result { () throws(CommandError) in
                try BatchRun(
                    connection: connection, transaction: transaction, limit: limit,
                    isRestricted: batch.commands.contains(where: \.isRequirement)
                ).run(batch)
            }
        }
    }
}

/// The result of a batch.
typealias WriteResult = Result<[WriteOutcome], CommandError>

extension WriteResult {
    /// Whether the batch was rolled back at its time limit.
    var isTooSlow: Bool {
        if case .failure(let error) = self { error.isTooSlow } else { false }
    }
}
