/// A node of the tree: a leaf with entries, or a branch with children, all of whose leaves are equally deep.
///
/// It is made of arrays alone, so that a copy shares everything, and a change copies what is shared on its way down.
struct OrderedNode<Key: Hashable & Comparable & Sendable>: Sendable {
    typealias Entry = OrderedEntry<Key>

    /// A child of a branch.
    struct Child: Sendable {
        /// No entry of the child comes before it, and none of the children before comes after it. It need not exist any
        /// longer; of a first child it is never used.
        var low: Entry
        var node: OrderedNode
    }

    /// The number of entries under the node.
    var count: Int
    /// The entries of a leaf.
    var entries: [Entry]
    /// The children of a branch, none of them empty; of a leaf none.
    var children: [Child]

    /// A leaf.
    init(entries: [Entry]) {
        self.entries = entries
        count = entries.count
        children = []
    }

    /// A branch.
    init(children: [Child]) {
        self.children = children
        count = children.reduce(0) { $0 + $1.node.count }
        entries = []
    }

    var isLeaf: Bool { children.isEmpty }

    /// The leaf that has the entry at a position, and the position of its first.
    func leaf(at position: Int) -> (entries: [Entry], start: Int) {
        guard !isLeaf else { return (entries, 0) }
        var start = 0
        var index = 0
        while position - start >= children[index].node.count {
            start += children[index].node.count
            index += 1
        }
        let found = children[index].node.leaf(at: position - start)
        return (found.entries, start + found.start)
    }

    /// The entry at a position.
    func entry(at position: Int) -> Entry {
        guard !isLeaf else { return entries[position] }
        var rest = position
        var index = 0
        while rest >= children[index].node.count {
            rest -= children[index].node.count
            index += 1
        }
        return children[index].node.entry(at: rest)
    }

    /// The number of entries that come before a place in the order, given by whether an entry does.
    func rank(where isBefore: (Entry) -> Bool) -> Int {
        guard !isLeaf else { return entries.prefixCount { isBefore($0) } }
        let index = max(children.prefixCount(from: 1) { isBefore($0.low) } - 1, 0)
        var before = 0
        for child in 0..<index { before &+= children[child].node.count }
        return before + children[index].node.rank(where: isBefore)
    }
}

extension Array {
    /// The number of elements before the first that does not fulfil a condition; those that do come first. It asks
    /// O(log count) times.
    fileprivate func prefixCount(from start: Int = 0, where isBefore: (Element) -> Bool) -> Int {
        var low = start
        var high = count
        while low < high {
            let middle = (low &+ high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
