/// The latest changes in order, so that each list can catch up from where it stands.
///
///     var history = ChangeHistory()
///     let position = history.position       // a list that was read just now
///     history.append(capture.take())
///     history.changes(since: position)      // what it has to look at again
///
/// It keeps ``limit`` rows; who stands further back has to read everything.
struct ChangeHistory: Sendable {
    /// So many rows are kept, of however many changes, and the latest change in any case: some 100 bytes a row.
    static let limit = 200_000

    /// After all that has been appended; a later position is a larger number.
    private(set) var position: Int64 = 0
    private var entries: [RowChanges] = []
    /// The first entries are let go of; the array is shortened when they are half of it.
    private var start = 0
    private var rowCount = 0

    /// Adds what was touched; `nil` when that is not known. Nothing touched is nothing added. O(1), amortised.
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

    /// What was touched after a position; `nil` if anything may have been, because it is too long ago. O(rows), and O(1)
    /// for the latest change alone.
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
