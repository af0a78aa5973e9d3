/// A node of the tree: a leaf with entries, or a branch with children. All leaves are equally deep.
///
/// It consists of arrays, so a copy shares everything, and an edit copies the shared nodes on its path.
struct OrderedNode<Key: Hashable & Comparable & Sendable>: Sendable {
    typealias Entry = OrderedEntry<Key>

    /// The number of entries under the node.
    var count: Int
    /// The entries of a leaf. In a branch, the border before each child: the child's entries do not come before it, and
    /// those of earlier children do not come after it. A border's row may no longer exist. The border before the first
    /// child is unused.
    var entries: [Entry]
    /// The children of a branch, none of them empty. A leaf has none.
    var children: [OrderedNode]

    /// Creates a leaf or, with children, a branch.
    init(entries: [Entry], children: [OrderedNode] = []) {
        self.entries = entries
        self.children = children
        count = children.isEmpty ? entries.count : children.reduce(0) { $0 + $1.count }
    }

    var isLeaf: Bool { children.isEmpty }

    /// Returns the entries of the leaf with the entry at a position, and the position of its first entry.
    func leaf(at position: Int) -> (entries: [Entry], start: Int) {
        guard !isLeaf else { return (entries, 0) }
        var start = 0
        var index = 0
        while position - start >= children[index].count {
            start += children[index].count
            index += 1
        }
        let found = children[index].leaf(at: position - start)
        return (found.entries, start + found.start)
    }

    /// Returns the entry at a position.
    func entry(at position: Int) -> Entry {
        guard !isLeaf else { return entries[position] }
        var rest = position
        var index = 0
        while rest >= children[index].count {
            rest -= children[index].count
            index += 1
        }
        return children[index].entry(at: rest)
    }

    /// Returns the number of entries before a place in the order.
    func rank(_ place: OrderedPlace<Key>) -> Int {
        guard !isLeaf else { return entries.count(before: place) }
        let index = entries.count(before: place, from: 1)
        var before = 0
        for child in 0..<index { before &+= children[child].count }
        return before + children[index].rank(place)
    }
}

extension Array {
    /// Returns the number of entries from `start` on that come before a place. These are always the first entries.
    ///
    /// Compares every 16th entry, then those between two of them. These are more comparisons than in a binary search,
    /// but none depends on another, and memory access dominates the cost.
    @inline(__always)
    fileprivate func count<Key>(before place: OrderedPlace<Key>, from start: Int = 0) -> Int
    where Element == OrderedEntry<Key> {
        withUnsafeBufferPointer { entries in
            var groups = 0
            for index in stride(from: start, to: count, by: 16) { groups &+= place.isBehind(entries[index]) ? 1 : 0 }
            guard groups > 0 else { return 0 }
            var passed = groups &* 16 &- 15
            for index in passed..<Swift.min(passed &+ 15, count &- start) {
                passed &+= place.isBehind(entries[start &+ index]) ? 1 : 0
            }
            return passed
        }
    }
}
