/// The rows of a list in order, as a value: a copy costs nothing, and shares with its origin all but what either changes
/// later. An edit is three times as fast when there is no copy (``OrderedSnapshot``).
///
///     var rows = builder.finish()
///     let before = rows
///     let position = try rows.place(of: rowid, by: code) { try isBefore($0) }
///     rows.insert(OrderedEntry(prefix: code.prefix, key: rowid), at: position)
///
/// It is a B+ tree whose branches count (Comer 1979): reading and editing at a position are O(log n), and after a copy an
/// edit copies the nodes on its way.
struct OrderedRows<Key: Hashable & Comparable & Sendable>: Sendable {
    /// A row.
    typealias Entry = OrderedEntry<Key>

    private let limits: OrderedLimits
    private var root: OrderedNode<Key>

    /// No rows.
    init(limits: OrderedLimits = OrderedLimits()) {
        self.limits = limits
        root = OrderedNode(entries: [])
    }

    /// Rows that are in order. O(n).
    init(sorted entries: [Entry], limits: OrderedLimits = OrderedLimits()) {
        self.init(count: entries.count, limits: limits) { entries[$0] }
    }

    /// `count` rows that are in order, each asked for once, from the first on. O(n).
    init(count: Int, limits: OrderedLimits = OrderedLimits(), entry: (Int) -> Entry) {
        self.limits = limits
        root = OrderedNode(count: count, limits: limits, entry: entry)
    }

    /// The number of rows.
    var count: Int { root.count }

    /// The row at a position.
    func entry(at position: Int) -> Entry {
        precondition(position >= 0 && position < count, "no row at \(position) of \(count)")
        return root.entry(at: position)
    }

    /// The key of the row at a position.
    func key(at position: Int) -> Key { entry(at: position).key }

    /// Consecutive rows around a position, and the position of the first of them.
    func leaf(at position: Int) -> (entries: [Entry], start: Int) {
        precondition(position >= 0 && position < count, "no row at \(position) of \(count)")
        return root.leaf(at: position)
    }

    /// The number of rows before a place in the order. O(log n).
    func rank(_ place: OrderedPlace<Key>) -> Int { root.rank(place) }

    /// Takes a row out. O(log n).
    @discardableResult
    mutating func remove(at position: Int) -> Entry {
        precondition(position >= 0 && position < count, "no row at \(position) of \(count)")
        let entry = root.remove(at: position, limits)
        while root.children.count == 1 { root = root.children[0] }
        return entry
    }

    /// Puts a row in at the position where it belongs (``place(of:by:without:before:)``). O(log n).
    mutating func insert(_ entry: Entry, at position: Int) {
        precondition(position >= 0 && position <= count, "no place at \(position) of \(count)")
        guard let (border, right) = root.insert(entry, at: position, limits) else { return }
        root = OrderedNode(entries: [border, border], children: [root, right])
    }
}
