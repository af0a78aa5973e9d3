extension ListDifference {
    /// A row of a list with its position.
    @usableFromInline
    package struct Row<Identity: Hashable> {
        @usableFromInline package let id: Identity
        @usableFromInline package let position: Int

        @inlinable
        package init(_ id: Identity, at position: Int) {
            self.id = id
            self.position = position
        }
    }

    /// Creates the difference of a list in which some rows were removed and inserted again, while all others stay.
    ///
    /// A row that is inserted between the same others as before has not moved, unless it changed places with another
    /// removed row.
    ///
    /// - Parameters:
    ///   - former: The removed rows, ascending, with their positions in the old list.
    ///   - present: The inserted rows, ascending, with their positions in the new list.
    /// - Complexity: O(m log m) for m rows.
    @inlinable
    package init<Identity: Hashable>(from former: [Row<Identity>], to present: [Row<Identity>]) {
        if former.count <= 1, present.count <= 1 {
            self.init(from: former.first, to: present.first)
        } else {
            self.init(fromSeveral: former, to: present)
        }
    }

    /// Does this for at most one row, which needs no table.
    @inlinable
    init<Identity: Hashable>(from former: Row<Identity>?, to present: Row<Identity>?) {
        if let former, let present, former.id == present.id {
            let move = Move(from: former.position, to: present.position)
            self.init(deletions: [], insertions: [], moves: move.from == move.to ? [] : [move])
        } else {
            let gone = former.map { [$0.position] } ?? []
            self.init(deletions: gone, insertions: present.map { [$0.position] } ?? [], moves: [])
        }
    }

    @inlinable
    init<Identity: Hashable>(fromSeveral former: [Row<Identity>], to present: [Row<Identity>]) {
        var offsets = Dictionary(
            former.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let origins = present.map { offsets.removeValue(forKey: $0.id) }
        let sources = origins.enumerated().map { offset, origin in
            guard let origin, former[origin].position - origin == present[offset].position - offset else {
                return Int32(-1)  // a row may stay only if as many of the other rows come before it as before
            }
            return Int32(truncatingIfNeeded: origin)
        }
        let moved = LongestRun.others(of: sources[...], in: 0..<Int32.max)
        self.init(
            deletions: offsets.values.sorted().map { former[$0].position },
            insertions: present.indices.filter { origins[$0] == nil }.map { present[$0].position },
            moves: moved.compactMap { offset in
                origins[offset].map { Move(from: former[$0].position, to: present[offset].position) }
            })
    }
}
