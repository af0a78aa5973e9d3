/// A node of the tree: a leaf with entries, or a branch with children, all of whose leaves are equally deep.
///
/// It is made of arrays alone, so that a copy shares everything, and a change copies what is shared on its way down.
struct OrderedNode<Key: Hashable & Comparable & Sendable>: Sendable {
    typealias Entry = OrderedEntry<Key>

    /// The number of entries under the node.
    var count: Int
    /// The entries of a leaf. Of a branch, the border before each child: no entry of the child comes before it, and none of
    /// the children before comes after it. It need not exist any longer; before a first child it is never used.
    var entries: [Entry]
    /// The children of a branch, none of them empty; of a leaf none.
    var children: [OrderedNode]

    /// A leaf, or with children a branch.
    init(entries: [Entry], children: [OrderedNode] = []) {
        self.entries = entries
        self.children = children
        count = children.isEmpty ? entries.count : children.reduce(0) { $0 + $1.count }
    }

    var isLeaf: Bool { children.isEmpty }

    /// The leaf that has the entry at a position, and the position of its first.
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

    /// The entry at a position.
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

    /// The number of entries that come before a place in the order.
    func rank(_ place: OrderedPlace<Key>) -> Int {
        guard !isLeaf else { return entries.count(before: place) }
        let index = entries.count(before: place, from: 1)
        var before = 0
        for child in 0..<index { before &+= children[child].count }
        return before + children[index].rank(place)
    }
}

extension Array {
    /// How many entries from `start` on come before a place, which are the first of them. Every 16th is asked, then those
    /// between two. That are more than a binary search asks, but none waits for the answer of another, and what takes time
    /// here is memory.
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
