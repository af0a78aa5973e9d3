/// What was edited in an order: enough to undo it.
struct OrderedEdit<Key: Hashable & Comparable & Sendable>: Sendable {
    /// The rows that were taken out, from the last to the first, with their positions before.
    var removed: [(entry: OrderedEntry<Key>, position: Int)] = []
    /// The positions afterwards of those that were put in, from the first to the last.
    var inserted: [Int] = []
}

extension OrderedRows {
    /// Makes the order what it was before an edit, which has to be the last. O(m log n) for m rows.
    mutating func undo(_ edit: OrderedEdit<Key>) {
        for position in edit.inserted.reversed() { remove(at: position) }
        for row in edit.removed.reversed() { insert(row.entry, at: row.position) }
    }
}
