/// Finds the rows that two lists share, by identity: each row is paired with at most one row of the other list.
///
/// Similar lists are walked in step, with a look-ahead of a few rows where they differ; rows found this way are never
/// hashed. The look-ahead has a limited total cost. The remaining rows are found in a hash table of the remaining old
/// rows.
@usableFromInline
struct RowMatcher<ID: Hashable> {
    /// A row without a partner: its position in its list, and its identity's hash, computed while it is in the
    /// processor's cache.
    @usableFromInline
    struct Single {
        @usableFromInline let position: Int32
        @usableFromInline let hash: UInt64

        @inlinable
        init(position: Int, hash: UInt64) {
            self.position = Int32(truncatingIfNeeded: position)
            self.hash = hash
        }
    }

    /// By the position of a new row, the position of its old one, or -1.
    @usableFromInline var sources: [Int32]
    /// Old rows without a partner; after ``join(isSame:matched:)`` these are the deleted ones.
    @usableFromInline var oldSingles: [Single] = []
    @usableFromInline var newSingles: [Single] = []
    /// The number of comparisons that the look-ahead may still use.
    @usableFromInline var patience: Int

    /// Creates a matcher for lists of these lengths.
    @inlinable
    init(oldCount: Int, newCount: Int) {
        precondition(max(oldCount, newCount) <= Int32.max, "a list has at most 2^31 - 1 rows")
        sources = [Int32](repeating: -1, count: newCount)
        patience = 4_096 + (oldCount + newCount) / 2
    }

    /// Walks two runs of rows in step. `matched` receives the positions in both runs and the number of equal
    /// neighbours.
    @inlinable
    mutating func walk<Row>(
        _ old: [Row], at oldStart: Int, _ new: [Row], at newStart: Int, id: (Row) -> ID,
        matched: (Int, Int, Int) -> Void
    ) {
        var here = 0
        var there = 0
        var misses = 0  // consecutive rows that were not found nearby
        while true {
            let length = pairRun(old[here...], at: oldStart, new[there...], at: newStart, id: id)
            if length > 0 { matched(here, there, length) }
            here += length
            there += length
            guard here < old.count, there < new.count else { break }
            misses = length > 0 ? 0 : misses + 1
            let skip = lookAhead(old[here...], new[there...], reach: misses < 4 ? 32 : patience / 4, id: id)
            setAside(old, here..<here + skip.old, new, there..<there + skip.new, oldStart, newStart, id: id)
            here += skip.old
            there += skip.new
        }
        setAside(old, here..<old.count, new, there..<new.count, oldStart, newStart, id: id)
    }

    /// Pairs rows while they are the same, and returns their number.
    @inlinable
    @inline(__always)
    mutating func pairRun<Row>(
        _ old: ArraySlice<Row>, at oldStart: Int, _ new: ArraySlice<Row>, at newStart: Int, id: (Row) -> ID
    ) -> Int {
        let (here, there) = (old.startIndex, new.startIndex)
        let limit = min(old.count, new.count)
        var length = 0
        while length < limit, ID.isSame(id(old[here + length]), id(new[there + length])) {
            length += 1
        }
        for row in 0..<length {
            sources[newStart + there + row] = Int32(truncatingIfNeeded: oldStart + here + row)
        }
        return length
    }

    /// Returns how many rows to skip in each list so that both continue alike; one of each when the look-ahead finds
    /// none.
    @inlinable
    mutating func lookAhead<Row>(
        _ old: ArraySlice<Row>, _ new: ArraySlice<Row>, reach: Int, id: (Row) -> ID
    ) -> (old: Int, new: Int) {
        let (here, there) = (old.startIndex, new.startIndex)
        let oldID = id(old[here])
        let newID = id(new[there])
        let limit = min(reach, patience, max(old.count, new.count) - 1)
        var ahead = 1
        defer { patience -= 2 * ahead }
        while ahead <= limit {
            if ahead < new.count, ID.isSame(id(new[there + ahead]), oldID) { return (0, ahead) }
            if ahead < old.count, ID.isSame(id(old[here + ahead]), newID) { return (ahead, 0) }
            if ahead < min(old.count, new.count), ID.isSame(id(old[here + ahead]), id(new[there + ahead])) {
                return (ahead, ahead)
            }
            ahead += 1
        }
        return (1, 1)
    }

    @inlinable
    mutating func setAside<Row>(
        _ old: [Row], _ olds: Range<Int>, _ new: [Row], _ news: Range<Int>, _ oldStart: Int, _ newStart: Int,
        id: (Row) -> ID
    ) {
        for row in olds { oldSingles.append(Single(position: oldStart + row, hash: id(old[row]).scattered)) }
        for row in news { newSingles.append(Single(position: newStart + row, hash: id(new[row]).scattered)) }
    }

    /// Pairs the rows that walking left over. `isSame` compares the identities of an old and a new row, and `matched`
    /// receives the pairs. Positions are those in the whole lists.
    @inlinable
    mutating func join(isSame: (Int, Int) -> Bool, matched: (Int, Int) -> Void) {
        guard !oldSingles.isEmpty, !newSingles.isEmpty else { return }
        var table = IdentityTable(minimumCapacity: oldSingles.count)
        for (number, single) in oldSingles.enumerated() {
            table.insert(number, hash: single.hash)
        }
        var isTaken = [Bool](repeating: false, count: oldSingles.count)
        for single in newSingles {
            let found = table.first(hash: single.hash) {
                !isTaken[$0] && isSame(Int(oldSingles[$0].position), Int(single.position))
            }
            guard let found else { continue }
            isTaken[found] = true
            sources[Int(single.position)] = oldSingles[found].position
            matched(Int(oldSingles[found].position), Int(single.position))
        }
        var number = 0
        oldSingles.removeAll { _ in
            defer { number += 1 }
            return isTaken[number]
        }
    }
}
