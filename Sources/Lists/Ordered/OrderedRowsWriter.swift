/// Builds an order from rows that arrive sorted, as from an index of the table. Such rows need no
/// ``OrderedRowsBuilder``.
///
///     var writer = OrderedRowsWriter<Int64>()
///     while try statement.step() {
///         writer.append(OrderedEntry(prefix: encoder.code(of: row).prefix, key: rowid))
///     }
///     let rows = writer.finish()
///
/// The rows go straight into the leaves of the tree, and take no other memory. No two codes may be equal.
struct OrderedRowsWriter<Key: Hashable & Comparable & Sendable> {
    private var leaves: [OrderedNode<Key>] = []
    private var leaf: [OrderedEntry<Key>] = []
    private let limits: OrderedLimits
    private let filled: Int

    /// Creates a writer without rows.
    init(limits: OrderedLimits = OrderedLimits()) {
        self.limits = limits
        filled = OrderedLimits.filled(limits.leaf)
    }

    /// Appends a row after all others. O(1).
    mutating func append(_ entry: OrderedEntry<Key>) {
        if leaf.count == filled { closeLeaf() }
        leaf.append(entry)
    }

    private mutating func closeLeaf() {
        leaves.append(OrderedNode(entries: leaf))
        leaf = []
        leaf.reserveCapacity(limits.leaf)
    }

    /// Returns the rows so far. O(n / leaf size).
    consuming func finish() -> OrderedRows<Key> {
        if !leaf.isEmpty { closeLeaf() }
        return OrderedRows(leaves: leaves, limits: limits)
    }

    /// Returns the rows as a snapshot: `former` itself, if it has the same rows in the same order.
    consuming func finish(after former: OrderedSnapshot<Key>?) -> OrderedSnapshot<Key> {
        let rows = finish()
        if let former, former.count == rows.count, former.rows.elementsEqual(rows) { return former }
        return OrderedSnapshot(rows)
    }
}
