import Changes

extension OrderedRows {
    /// Returns the number of rows whose codes begin with less than `prefix`. O(log n).
    func lowerBound(_ prefix: SortPrefix) -> Int { rank(.before(prefix)) }

    /// Returns the positions of the rows whose codes begin with `prefix`. O(log n).
    func run(of prefix: SortPrefix) -> Range<Int> { lowerBound(prefix)..<rank(.behind(prefix)) }

    /// Returns the position where a row belongs.
    ///
    /// If the code is whole, the codes of all rows with its prefix are whole and equal, so keys decide among them.
    /// Otherwise `isBefore` returns whether the row comes before an existing one: by the rest of the code, then by key.
    /// It is called O(log r) times for r rows with the prefix.
    ///
    /// - Parameter gone: The positions, ascending, of rows that will be removed first. `isBefore` is not called for
    ///   them.
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

    /// Returns the position of a row. With its present code, the row is found directly or among those with the same
    /// prefix. Otherwise all keys are compared, which takes a few milliseconds a million.
    func position(of key: Key, near code: SortCode? = nil) -> Int? {
        code.flatMap { position(of: key, by: $0) } ?? position(of: key, in: 0..<count)
    }

    /// Returns the position of the row with this code, if any. O(log n), and O(r) for r rows with the same prefix if
    /// the code is not whole.
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

    /// Returns the positions of the rows that exist, in one pass over all keys.
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

    /// Returns the keys at some positions, in order. O(log n + their number).
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

    /// Returns the rows of a range from a position to the end of its leaf.
    private func part(_ range: Range<Int>, at position: Int) -> ArraySlice<Entry> {
        let (entries, start) = leaf(at: position)
        return entries[..<Swift.min(entries.count, range.upperBound - start)].dropFirst(position - start)
    }
}

extension OrderedRows: Sequence {
    /// Iterates over the rows in order.
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

    /// Returns an iterator from the first row on.
    func makeIterator() -> Iterator { Iterator(self) }
    /// The number of rows.
    var underestimatedCount: Int { count }
}
