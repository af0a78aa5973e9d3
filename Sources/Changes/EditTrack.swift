/// One sequence (the sections of a list, or the rows of a section) during editing. Leaving elements stay in place until
/// they are removed, and arrivals are inserted from the first to the last.
///
/// Between two neighbours that stay, arrivals come before elements that have still to leave. All operations are O(log
/// c) for c changes, except removal, which is O(c).
struct EditTrack {
    /// The leaving elements by old position, ascending, whether or not they have left.
    private let leaving: [Int]
    /// The elements that have still to leave, by old position, ascending.
    private var pending: [Int]
    /// The arrivals by new position, ascending.
    let arrivals: [Int]
    private var arrivedCount = 0

    /// Creates a sequence that the elements in `leaving` leave and those in `arrivals` enter. Only `pending` of the
    /// leaving ones are still in it.
    init(leaving: [Int] = [], pending: [Int] = [], arrivals: [Int] = []) {
        self.leaving = leaving
        self.pending = pending
        self.arrivals = arrivals
    }

    /// Returns the current position of an element that has still to leave.
    func place(ofPending before: Int) -> Int {
        let rank = rank(before)
        let ahead = (0..<arrivedCount).partitioningIndex { arrivals[$0] - $0 > rank }
        return rank + ahead + pending.countBelow(before)
    }

    /// Returns the current position of an element after all arrivals, by its new position.
    func place(of after: Int) -> Int {
        let earlier = arrivals.countBelow(after)
        let isArrival = earlier < arrivals.count && arrivals[earlier] == after
        return after + pendingCount(before: after - earlier + (isArrival ? 0 : 1))
    }

    /// Removes an element and returns its position.
    mutating func leave(_ before: Int) -> Int {
        let place = place(ofPending: before)
        pending.remove(at: pending.countBelow(before))
        return place
    }

    /// Inserts the next arrival and returns its position.
    mutating func arrive() -> Int {
        let after = arrivals[arrivedCount]
        defer { arrivedCount += 1 }
        return after + pendingCount(before: after - arrivedCount)
    }

    /// Returns the number of staying elements before this position.
    private func rank(_ before: Int) -> Int { before - leaving.countBelow(before) }

    /// Returns the number of pending elements with fewer than `rank` staying elements before them.
    private func pendingCount(before rank: Int) -> Int {
        pending.indices.partitioningIndex { self.rank(pending[$0]) >= rank }
    }
}
