extension OrderedNode {
    /// A tree of entries that are in order, its nodes nine tenths full.
    init(count: Int, limits: OrderedLimits, entry: (Int) -> Entry) {
        var level = Self.pieces(of: count, OrderedLimits.filled(limits.leaf)).map { piece in
            var entries: [Entry] = []
            entries.reserveCapacity(limits.leaf)
            for position in piece { entries.append(entry(position)) }
            return OrderedNode(entries: entries)
        }
        while level.count > 1 {
            level = Self.pieces(of: level.count, OrderedLimits.filled(limits.branch)).map { piece in
                OrderedNode(entries: level[piece].map { $0.entries[0] }, children: Array(level[piece]))
            }
        }
        self = level.first ?? OrderedNode(entries: [])
    }

    /// Ranges of nearly one size, none longer than `size`.
    private static func pieces(of count: Int, _ size: Int) -> [Range<Int>] {
        let pieces = (count + max(size, 2) - 1) / max(size, 2)
        return (0..<pieces).map { ($0 * count / pieces)..<(($0 + 1) * count / pieces) }
    }
}
