/// What is edited in an order: enough to do it, and to undo it.
struct OrderedEdit<Key: Hashable & Comparable & Sendable>: Sendable {
    /// A row, and where it stands.
    typealias Place = (entry: OrderedEntry<Key>, position: Int)

    /// The rows that are taken out, by their positions before, ascending.
    var removed: [Place]
    /// The rows that are put in, by their positions afterwards, ascending.
    var inserted: [Place]

    /// How many rows are taken out and put in.
    var count: Int { removed.count + inserted.count }
    /// What undoes the edit.
    var inverse: OrderedEdit { OrderedEdit(removed: inserted, inserted: removed) }
}

extension OrderedRows {
    /// Takes rows out and puts others in. O(m log n) for m rows.
    mutating func apply(_ edit: OrderedEdit<Key>) {
        for place in edit.removed.reversed() { remove(at: place.position) }
        for place in edit.inserted { insert(place.entry, at: place.position) }
    }
}
