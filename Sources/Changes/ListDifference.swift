/// How one list of identities became another: what went, what came, and the fewest moves that explain the rest.
///
///     let difference = ListDifference(from: ["a", "b", "c"], to: ["b", "c", "a"])
///     difference.moves   // [(from: 0, to: 2)]
///
/// Equal ends are trimmed first; what remains is numbered once by hashing, and the longest increasing subsequence of the
/// old positions stays still (Schensted, 1961), so that the moves are minimal. O(n) for lists that are alike at both
/// ends, O(n log n) at worst. Identities must be unique in each list; of duplicates all but the last are seen as gone or
/// new.
public struct ListDifference: Equatable, Sendable {
    /// A row that stands elsewhere relative to the others.
    public struct Move: Equatable, Sendable {
        /// Its position in the old list.
        public let from: Int
        /// Its position in the new list.
        public let to: Int
    }

    /// Positions in the old list of what is gone, ascending.
    public private(set) var deletions: [Int] = []
    /// Positions in the new list of what is new, ascending.
    public private(set) var insertions: [Int] = []
    /// What moved, ascending by the new position.
    public private(set) var moves: [Move] = []

    /// Whether the lists are the same.
    public var isEmpty: Bool { deletions.isEmpty && insertions.isEmpty && moves.isEmpty }

    /// Compares two lists of identities.
    @inlinable
    public init<Identity: Hashable>(from old: [Identity], to new: [Identity]) {
        var start = 0
        let shorter = min(old.count, new.count)
        while start < shorter, old[start] == new[start] { start += 1 }
        var oldEnd = old.count
        var newEnd = new.count
        while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
            oldEnd -= 1
            newEnd -= 1
        }
        var places = [Identity: Int](minimumCapacity: oldEnd - start)
        for position in start..<oldEnd { places[old[position]] = position }
        var sources = [Int](repeating: -1, count: newEnd - start)
        for position in (start..<newEnd).reversed() {
            guard let source = places.removeValue(forKey: new[position]) else { continue }
            sources[position - start] = source
        }
        self.init(sources: sources, newStart: start, old: start..<oldEnd)
    }

    /// Sorts out which of `sources` (the old position of each new row from `newStart` on, or -1) stay still.
    @usableFromInline
    package init(sources: [Int], newStart: Int, old: Range<Int>) {
        var kept = [Bool](repeating: false, count: old.count)
        for source in sources where source >= 0 { kept[source - old.lowerBound] = true }
        deletions = old.filter { !kept[$0 - old.lowerBound] }
        var still = Self.longestIncreasingSubsequence(of: sources)[...]
        for (offset, source) in sources.enumerated() {
            if source < 0 {
                insertions.append(newStart + offset)
            } else if still.first == offset {
                still.removeFirst()
            } else {
                moves.append(Move(from: source, to: newStart + offset))
            }
        }
    }

    /// The offsets in `values` of one longest increasing run of non-negative values, ascending. O(n log n).
    static func longestIncreasingSubsequence(of values: [Int]) -> [Int] {
        var tails: [Int] = []  // tails[k]: the offset of the least value that ends a run of k + 1
        var previous = [Int](repeating: -1, count: values.count)
        for (offset, value) in values.enumerated() where value >= 0 {
            var low = 0
            var high = tails.count
            while low < high {
                let middle = (low + high) / 2
                if values[tails[middle]] < value { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[offset] = tails[low - 1] }
            if low == tails.count { tails.append(offset) } else { tails[low] = offset }
        }
        var run: [Int] = []
        var offset = tails.last ?? -1
        while offset >= 0 {
            run.append(offset)
            offset = previous[offset]
        }
        return run.reversed()
    }
}

extension ListDifference {
    /// The difference as the change set of one section; moved rows are moved, not changed.
    public func changeSet(section: Int = 0) -> ChangeSet {
        func path(_ row: Int) -> IndexPath { IndexPath(section: section, row: row) }
        return ChangeSet(
            deletions.map { .rowDeleted(path($0)) }
                + insertions.map { .rowInserted(path($0)) }
                + moves.map { .rowMoved(from: path($0.from), to: path($0.to)) })
    }
}
