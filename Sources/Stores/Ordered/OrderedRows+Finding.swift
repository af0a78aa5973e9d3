import Changes

extension OrderedRows {
    /// The number of rows whose codes begin with less than `prefix`. O(log n).
    func lowerBound(_ prefix: SortPrefix) -> Int { rank(.before(prefix)) }

    /// The positions of the rows whose codes begin with `prefix`. O(log n).
    func run(of prefix: SortPrefix) -> Range<Int> { lowerBound(prefix)..<rank(.behind(prefix)) }

    /// Where a row belongs. Among rows with one prefix, it goes by key if the code is whole: then all of theirs are, and
    /// equal. If it is not, `isBefore` tells whether the row comes before one that is there, which has to be the order of
    /// the rest of the code and then of keys; it is asked O(log r) times for r such rows.
    ///
    /// - Parameter gone: The positions, ascending, of rows that will be taken out before; nothing is asked of these.
    func place<Failure: Error>(
        of key: Key, by code: SortCode, without gone: [Int] = [], before isBefore: (Key) throws(Failure) -> Bool
    ) throws(Failure) -> Int {
        func rank(_ position: Int) -> Int { position - gone.indices.partitioningIndex { gone[$0] >= position } }
        let entry = Entry(prefix: code.prefix, key: key)
        guard !code.isWhole else { return rank(self.rank(.of(entry))) }
        let run = run(of: code.prefix)
        var (place, end) = (rank(run.lowerBound), rank(run.upperBound))
        while place < end {
            let middle = (place + end) / 2
            let other = self.key(at: middle + gone.indices.partitioningIndex { gone[$0] - $0 > middle })
            if try isBefore(other) { end = middle } else { place = middle + 1 }
        }
        return place
    }

    /// Where a row is. With the code by which it stands there it is found at once, or among those that share the prefix; if
    /// it is not there, or without a code, all keys are looked at: a few milliseconds a million.
    func position(of key: Key, near code: SortCode? = nil) -> Int? {
        code.flatMap { position(of: key, by: $0) } ?? position(of: key, in: 0..<count)
    }

    /// Where a row is that stands by this code, if it is there. O(log n), and O(r) for r rows that share a prefix which is
    /// not the whole code.
    func position(of key: Key, by code: SortCode) -> Int? {
        code.isWhole
            ? exactPosition(of: Entry(prefix: code.prefix, key: key)) : position(of: key, in: run(of: code.prefix))
    }

    private func exactPosition(of entry: Entry) -> Int? {
        let position = rank(.of(entry))
        return position < count && self.entry(at: position) == entry ? position : nil
    }

    private func position(of key: Key, in range: Range<Int>) -> Int? {
        var position = range.lowerBound
        while position < range.upperBound {
            let part = part(range, at: position)
            if let index = part.firstIndex(where: { $0.key == key }) { return position + index - part.startIndex }
            position += part.count
        }
        return nil
    }

    /// Where those rows are that there are, found in one look at all keys.
    func positions(of keys: Set<Key>) -> [Key: Int] {
        guard let least = keys.min(), let greatest = keys.max() else { return [:] }
        var found: [Key: Int] = [:]
        var position = 0
        while position < count, found.count < keys.count {
            let (entries, start) = leaf(at: position)
            for (index, entry) in entries.enumerated() where least <= entry.key && entry.key <= greatest {
                if keys.contains(entry.key) { found[entry.key] = start + index }
            }
            position = start + entries.count
        }
        return found
    }

    /// The keys at some positions, in order. O(log n + their number).
    func keys(in range: Range<Int>) -> [Key] {
        var keys: [Key] = []
        keys.reserveCapacity(range.count)
        var position = range.lowerBound
        while position < range.upperBound {
            let part = part(range, at: position)
            for entry in part { keys.append(entry.key) }
            position += part.count
        }
        return keys
    }

    /// Rows of a range from a position on: those that stand in one leaf.
    private func part(_ range: Range<Int>, at position: Int) -> ArraySlice<Entry> {
        let (entries, start) = leaf(at: position)
        return entries[..<Swift.min(entries.count, range.upperBound - start)].dropFirst(position - start)
    }
}

extension OrderedRows: Sequence {
    /// Goes through the rows in order.
    struct Iterator: IteratorProtocol {
        private let rows: OrderedRows
        private var entries: [Entry] = []
        private var index = 0
        private var position = 0

        fileprivate init(_ rows: OrderedRows) {
            self.rows = rows
        }

        mutating func next() -> Entry? {
            if index == entries.count {
                guard position < rows.count else { return nil }
                entries = rows.leaf(at: position).entries
                index = 0
            }
            defer { (index, position) = (index + 1, position + 1) }
            return entries[index]
        }
    }

    /// The rows from the first on.
    func makeIterator() -> Iterator { Iterator(self) }
    /// The number of rows.
    var underestimatedCount: Int { count }
}
