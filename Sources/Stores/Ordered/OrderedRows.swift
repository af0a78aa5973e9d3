/// The rows of a list in order, as a value. A copy costs nothing, and shares all nodes that neither side changes later.
/// An edit is three times as fast without a copy (``OrderedSnapshot``).
///
///     var rows = builder.finish()
///     let before = rows
///     let position = try rows.place(of: rowid, by: code) { try isBefore($0) }
///     rows.insert(OrderedEntry(prefix: code.prefix, key: rowid), at: position)
///
/// It is a B+ tree whose branches store counts (Comer 1979). Reading and editing at a position are O(log n). After a
/// copy, an edit copies the nodes on its path.
struct OrderedRows<Key: Hashable & Comparable & Sendable>: Sendable {
    /// A row.
    typealias Entry = OrderedEntry<Key>

    private let limits: OrderedLimits
    private var root: OrderedNode<Key>

    /// Creates an order without rows.
    init(limits: OrderedLimits = OrderedLimits()) {
        self.limits = limits
        root = OrderedNode(entries: [])
    }

    /// Creates an order of sorted rows. O(n).
    init(sorted entries: [Entry], limits: OrderedLimits = OrderedLimits()) {
        self.init(count: entries.count, limits: limits) { entries[$0] }
    }

    /// Creates an order of `count` sorted rows. Calls `entry` once for each, from the first on. O(n).
    init(count: Int, limits: OrderedLimits = OrderedLimits(), entry: (Int) -> Entry) {
        self.limits = limits
        root = OrderedNode(count: count, limits: limits, entry: entry)
    }

    /// Creates an order of sorted rows in leaves that are not empty. O(n / leaf size).
    init(leaves: [OrderedNode<Key>], limits: OrderedLimits) {
        self.limits = limits
        root = OrderedNode(leaves: leaves, limits: limits)
    }

    /// The number of rows.
    var count: Int { root.count }

    /// Returns the row at a position.
    func entry(at position: Int) -> Entry {
        precondition(position >= 0 && position < count, "position \(position) is out of range: \(count) rows")
        return root.entry(at: position)
    }

    /// Returns the key of the row at a position.
    func key(at position: Int) -> Key { entry(at: position).key }

    /// Returns the rows of the leaf around a position, and the position of the first of them.
    func leaf(at position: Int) -> (entries: [Entry], start: Int) {
        precondition(position >= 0 && position < count, "position \(position) is out of range: \(count) rows")
        return root.leaf(at: position)
    }

    /// Returns the number of rows before a place in the order. O(log n).
    func rank(_ place: OrderedPlace<Key>) -> Int { root.rank(place) }

    /// Removes a row. O(log n).
    @discardableResult
    mutating func remove(at position: Int) -> Entry {
        precondition(position >= 0 && position < count, "position \(position) is out of range: \(count) rows")
        let entry = root.remove(at: position, limits)
        while root.children.count == 1 { root = root.children[0] }
        return entry
    }

    /// Inserts a row at the position where it belongs (``place(of:by:without:before:)``). O(log n).
    mutating func insert(_ entry: Entry, at position: Int) {
        precondition(position >= 0 && position <= count, "position \(position) is out of range: \(count) rows")
        guard let (border, right) = root.insert(entry, at: position, limits) else { return }
        root = OrderedNode(entries: [border, border], children: [root, right])
    }
}
