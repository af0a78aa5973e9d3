/// One sequence (the sections of a list, or the rows of a section) while it is edited: what has to leave still stands
/// where it was until it is taken out, and arrivals are put in from the first to the last.
///
/// Between two neighbours that stay, what has arrived stands before what has still to leave. All in O(log c) for c
/// changes, but for taking out, which is O(c).
struct EditTrack {
    /// What leaves, by places before, ascending, whether or not it has left.
    private let leaving: [Int]
    /// What still has to leave, by places before, ascending.
    private var pending: [Int]
    /// What arrives, by places afterwards, ascending.
    let arrivals: [Int]
    private var arrivedCount = 0

    /// A sequence out of which `leaving` goes and into which `arrivals` come; only `pending` of what leaves is still in.
    init(leaving: [Int] = [], pending: [Int] = [], arrivals: [Int] = []) {
        self.leaving = leaving
        self.pending = pending
        self.arrivals = arrivals
    }

    /// Where something that has still to leave stands now.
    func place(ofPending before: Int) -> Int {
        let rank = rank(before)
        let ahead = (0..<arrivedCount).partitioningIndex { arrivals[$0] - $0 > rank }
        return rank + ahead + pending.countBelow(before)
    }

    /// Where something stands now that everything has arrived, by its place afterwards.
    func place(of after: Int) -> Int {
        let earlier = arrivals.countBelow(after)
        let isArrival = earlier < arrivals.count && arrivals[earlier] == after
        return after + pendingCount(before: after - earlier + (isArrival ? 0 : 1))
    }

    /// Takes something out and says where it stood.
    mutating func leave(_ before: Int) -> Int {
        let place = place(ofPending: before)
        pending.remove(at: pending.countBelow(before))
        return place
    }

    /// Puts the next arrival in and says where.
    mutating func arrive() -> Int {
        let after = arrivals[arrivedCount]
        defer { arrivedCount += 1 }
        return after + pendingCount(before: after - arrivedCount)
    }

    /// How many that stay stand before this place.
    private func rank(_ before: Int) -> Int { before - leaving.countBelow(before) }

    /// How many of those that have still to leave have fewer than `rank` staying neighbours before them.
    private func pendingCount(before rank: Int) -> Int {
        pending.indices.partitioningIndex { self.rank(pending[$0]) >= rank }
    }
}
