/// An edit of an order, with enough data to apply and to undo it.
struct OrderedEdit<Key: Hashable & Comparable & Sendable>: Sendable {
    /// A row and its position.
    typealias Place = (entry: OrderedEntry<Key>, position: Int)

    /// The removed rows, by their positions before the edit, ascending.
    var removed: [Place]
    /// The inserted rows, by their positions after the edit, ascending.
    var inserted: [Place]

    /// The number of removed and inserted rows.
    var count: Int { removed.count + inserted.count }
    /// The edit that undoes this one.
    var inverse: OrderedEdit { OrderedEdit(removed: inserted, inserted: removed) }
}

extension OrderedRows {
    /// Removes and inserts rows. O(m log n) for m rows.
    mutating func apply(_ edit: OrderedEdit<Key>) {
        for place in edit.removed.reversed() { remove(at: place.position) }
        for place in edit.inserted { insert(place.entry, at: place.position) }
    }
}
