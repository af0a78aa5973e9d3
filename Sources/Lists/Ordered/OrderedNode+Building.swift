extension OrderedNode {
    /// Creates a tree of sorted entries, with nodes that are nine tenths full.
    init(count: Int, limits: OrderedLimits, entry: (Int) -> Entry) {
        let leaves = Self.pieces(of: count, OrderedLimits.filled(limits.leaf)).map { piece in
            var entries: [Entry] = []
            entries.reserveCapacity(limits.leaf)
            for position in piece { entries.append(entry(position)) }
            return OrderedNode(entries: entries)
        }
        self.init(leaves: leaves, limits: limits)
    }

    /// Creates a tree of sorted leaves, with branches that are nine tenths full.
    init(leaves: [OrderedNode], limits: OrderedLimits) {
        var level = leaves
        while level.count > 1 {
            level = Self.pieces(of: level.count, OrderedLimits.filled(limits.branch)).map { piece in
                OrderedNode(entries: level[piece].map { $0.entries[0] }, children: Array(level[piece]))
            }
        }
        self = level.first ?? OrderedNode(entries: [])
    }

    /// Returns ranges of nearly equal size, none longer than `size`.
    private static func pieces(of count: Int, _ size: Int) -> [Range<Int>] {
        let pieces = (count + max(size, 2) - 1) / max(size, 2)
        return (0..<pieces).map { ($0 * count / pieces)..<(($0 + 1) * count / pieces) }
    }
}
