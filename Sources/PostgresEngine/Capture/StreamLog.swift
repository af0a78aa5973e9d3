import Changes
import Tables

/// The transactions that the stream has brought, or that triggers have logged, and the states of the database that
/// readers have seen.
///
/// Commits become visible in another order than they are in the stream, so states are compared by their snapshots: the
/// changes between two of them are the transactions that the later one shows and the earlier one does not.
struct StreamLog {
    /// A transaction of the stream.
    private struct Transaction {
        let number: UInt32
        let changes: RowChanges
    }

    /// A state that a reader has seen.
    private struct Seen {
        let snapshot: Snapshot
        /// The place of the first transaction that the snapshot may not show.
        let start: Int
    }

    /// The transactions; the first has the place ``firstPlace``, because earlier ones are forgotten.
    private var transactions: [Transaction] = []
    private var firstPlace = 0
    private var rows = 0
    private var seen: [Int64: Seen] = [:]
    private var oldest: Int64 = 1
    private var newest: Int64 = 0

    /// The limits on what is remembered. A list that is further behind is read as a whole.
    private static let rowLimit = 500_000
    private static let stateLimit = 10_000

    /// The state of a reader.
    struct Reading {
        /// The number of the state.
        let position: Int64
        /// The changes since earlier states; none for one that is forgotten.
        let changes: [Int64: RowChanges]
        /// Whether there is a transaction that is not visible yet, so that lists must be read again soon.
        let isEarly: Bool
    }

    /// The snapshot of the newest state; `nil` if it is forgotten.
    var newestSnapshot: Snapshot? { seen[newest]?.snapshot }

    /// Adds a transaction. O(1).
    mutating func append(_ changes: RowChanges, of number: UInt32) {
        transactions.append(Transaction(number: number, changes: changes))
        rows += changes.count
    }

    /// Returns the number of the state that a snapshot shows, and the changes since earlier states. The log has all
    /// that the snapshot shows. Snapshots come in the order in which they were taken.
    ///
    /// - Parameter unrecorded: The tables whose changes are not recorded.
    mutating func reading(
        of snapshot: Snapshot, since positions: Set<Int64>, unrecorded: [ExactName]
    ) -> Reading {
        let last = seen[newest]
        let isNew = last.map { self.changes(from: $0, to: snapshot, unrecorded).map { !$0.isEmpty } ?? true } ?? true
        if isNew { newest += 1 }
        seen[newest] = Seen(snapshot: snapshot, start: firstUnseen(by: snapshot, from: last?.start ?? firstPlace))
        var changes: [Int64: RowChanges] = [:]
        for position in positions {
            if position == newest {
                changes[position] = RowChanges()
            } else if let former = seen[position] {
                changes[position] = self.changes(from: former, to: snapshot, unrecorded)
            }
        }
        let start = (seen[newest]?.start ?? firstPlace) - firstPlace
        let isEarly = transactions[start...].contains { !snapshot.shows($0.number) }
        prune()
        return Reading(position: newest, changes: changes, isEarly: isEarly)
    }

    /// Returns whether the log has each transaction that a snapshot shows and the newest state does not. It may also
    /// return `false` if one of them was rolled back, or changed no published table.
    func hasAll(shownBy snapshot: Snapshot) -> Bool {
        guard let last = seen[newest], last.start >= firstPlace, let ended = snapshot.ended(since: last.snapshot) else {
            return false
        }
        let numbers = Set(transactions[(last.start - firstPlace)...].map(\.number))
        return ended.allSatisfy { numbers.contains(UInt32(truncatingIfNeeded: $0)) }
    }

    /// Forgets all states, because any row may have changed. The transactions stay: later states are compared by them.
    mutating func forgetStates() { seen = [:] }

    /// Returns the changes between two states; `nil` if some are forgotten.
    private func changes(from former: Seen, to snapshot: Snapshot, _ unrecorded: [ExactName]) -> RowChanges? {
        guard former.start >= firstPlace else { return nil }
        var changes = RowChanges()
        for transaction in transactions[(former.start - firstPlace)...]
        where snapshot.shows(transaction.number) && !former.snapshot.shows(transaction.number) {
            changes.merge(transaction.changes)
        }
        if former.snapshot != snapshot { for table in unrecorded { changes.tables[table] = .unknown } }
        return changes
    }

    /// Returns the place of the first transaction, from one on, that a snapshot does not show.
    private func firstUnseen(by snapshot: Snapshot, from start: Int) -> Int {
        var place = max(start, firstPlace)
        while place - firstPlace < transactions.count, snapshot.shows(transactions[place - firstPlace].number) {
            place += 1
        }
        return place
    }

    /// Forgets states over the limits, and the transactions that all remembered states show.
    private mutating func prune() {
        while oldest < newest, rows > Self.rowLimit || seen.count > Self.stateLimit || seen[oldest] == nil {
            seen[oldest] = nil
            oldest += 1
            guard let first = seen[oldest]?.start, first > firstPlace else { continue }
            let gone = transactions.prefix(first - firstPlace)
            rows -= gone.reduce(0) { $0 + $1.changes.count }
            transactions.removeFirst(gone.count)
            firstPlace = first
        }
    }
}
