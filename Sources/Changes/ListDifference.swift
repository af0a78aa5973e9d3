/// The difference between two lists of identities: deletions, insertions, and the fewest moves that explain the rest.
///
///     let difference = ListDifference(from: ["a", "b", "c"], to: ["b", "c", "a"])
///     difference.moves   // [(from: 0, to: 2)]
///
/// The longest increasing run of old positions stays in place, so that the number of moves is minimal. O(n) for lists
/// that differ in a few rows, O(n log n) at worst. Identities should be unique in each list. A duplicate is paired with
/// at most one row of the other list; otherwise it counts as deleted or inserted.
public struct ListDifference: Equatable, Sendable {
    /// A row whose position relative to the others has changed.
    public struct Move: Equatable, Sendable {
        /// Its position in the old list.
        public let from: Int
        /// Its position in the new list.
        public let to: Int

        /// Creates a move from one position to another.
        @inlinable
        package init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    /// The positions of deleted rows in the old list, ascending.
    public private(set) var deletions: [Int] = []
    /// The positions of inserted rows in the new list, ascending.
    public private(set) var insertions: [Int] = []
    /// The moves, ascending by new position.
    public private(set) var moves: [Move] = []

    /// Whether the lists are equal.
    public var isEmpty: Bool { deletions.isEmpty && insertions.isEmpty && moves.isEmpty }

    /// Compares two lists of identities.
    @inlinable
    public init<Identity: Hashable>(from old: [Identity], to new: [Identity]) {
        var matcher = RowMatcher<Identity>(oldCount: old.count, newCount: new.count)
        matcher.walk(old, at: 0, new, at: 0, id: { $0 }, matched: { _, _, _ in })
        matcher.join(isSame: { Identity.isSame(old[$0], new[$1]) }, matched: { _, _ in })
        self.init(sources: matcher.sources[...], gone: matcher.oldSingles.map { Int($0.position) })
    }

    /// The difference between a list and itself.
    package static let none = ListDifference(deletions: [], insertions: [], moves: [])

    @usableFromInline
    init(deletions: [Int], insertions: [Int], moves: [Move]) {
        self.deletions = deletions
        self.insertions = insertions
        self.moves = moves
    }

    /// Finds the rows that stay in place, from the old position of each new row (or -1).
    @usableFromInline
    init(sources: ArraySlice<Int32>, gone: [Int]) {
        deletions = gone
        for offset in LongestRun.others(of: sources, in: 0..<Int32.max) {
            let source = sources[sources.startIndex + offset]
            if source < 0 {
                insertions.append(offset)
            } else {
                moves.append(Move(from: Int(source), to: offset))
            }
        }
    }
}

extension ListDifference {
    /// Returns the difference as the change set of one section. Moved rows are not reported as changed.
    public func changeSet(section: Int = 0) -> ChangeSet {
        func path(_ row: Int) -> IndexPath { IndexPath(section: section, row: row) }
        var changes: [Change] = []
        changes.reserveCapacity(deletions.count + insertions.count + moves.count)
        for position in deletions { changes.append(.rowDeleted(path(position))) }
        for position in insertions { changes.append(.rowInserted(path(position))) }
        for move in moves { changes.append(.rowMoved(from: path(move.from), to: path(move.to))) }
        return ChangeSet(changes)
    }
}

extension ListDifference {
    /// Returns the shift of the rows in some ranges if it is the same for all: none of them was deleted or moved, and
    /// no row was inserted between them. Otherwise `nil`. O(c log c) for c changes.
    package func shift(of ranges: [Range<Int>]) -> Int? {
        var shifts = Shifts(left: deletions, arrived: insertions)
        for move in moves {
            shifts.left.append(move.from)
            shifts.arrived.append(move.to)
        }
        shifts.sort()
        var common: Int?
        for range in ranges where !range.isEmpty {
            guard shifts.left.countBelow(range.lowerBound) == shifts.left.countBelow(range.upperBound),
                let first = shifts.position(of: range.lowerBound), let last = shifts.position(of: range.upperBound - 1),
                last - first == range.count - 1, common ?? first - range.lowerBound == first - range.lowerBound
            else { return nil }
            common = first - range.lowerBound
        }
        return common ?? 0
    }
}
