import Tables

/// The latest changes in order, from which each list can catch up.
///
///     var history = ChangeHistory()
///     let position = history.position       // a list that was read just now
///     history.append(capture.take())
///     history.changes(since: position)      // the rows to read again
///
/// It keeps ``limit`` rows. A list that is further behind has to read everything.
struct ChangeHistory: Sendable {
    /// The limit on kept rows of all changes, at about 100 bytes a row. The latest change is always kept.
    static let limit = 200_000

    /// The position after all appended changes. Positions increase.
    private(set) var position: Int64 = 0
    private var entries: [RowChanges] = []
    /// The index of the first kept entry. The array is shortened when half of its entries were removed.
    private var start = 0
    private var rowCount = 0

    /// Adds changes; `nil` if they are unknown. Empty changes add nothing. O(1), amortised.
    mutating func append(_ changes: RowChanges?) {
        guard let changes else {
            let next = position + 1
            self = ChangeHistory()
            return position = next
        }
        guard !changes.isEmpty else { return }
        position += 1
        entries.append(changes)
        rowCount += changes.count
        while rowCount > Self.limit, entries.count - start > 1 { removeFirst() }
    }

    /// Returns the changes after a position; `nil` if anything may have changed, because the position is too old.
    /// O(rows), and O(1) for the latest change alone.
    func changes(since position: Int64) -> RowChanges? {
        let missed = self.position - position
        guard missed >= 0, missed <= entries.count - start else { return nil }
        guard missed > 0 else { return RowChanges() }
        let missing = entries.suffix(Int(missed))
        var changes = missing[missing.startIndex]
        for later in missing.dropFirst() { changes.merge(later) }
        return changes
    }

    private mutating func removeFirst() {
        rowCount -= entries[start].count
        entries[start] = RowChanges()
        start += 1
        guard start * 2 > entries.count else { return }
        entries.removeFirst(start)
        start = 0
    }
}
