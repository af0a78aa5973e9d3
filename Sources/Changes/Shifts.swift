/// Positions that left a sequence and positions that arrived in it, both ascending once ``sort()`` was called.
struct Shifts: Sendable {
    /// Places before.
    var left: [Int] = []
    /// Places afterwards.
    var arrived: [Int] = []

    mutating func sort() {
        left.sort()
        arrived.sort()
    }

    /// Where what was at `old` stands now, or `nil` when it left.
    func position(of old: Int) -> Int? { rank(of: old).map(place) }

    /// The rank of `old` among those that did not leave.
    func rank(of old: Int) -> Int? {
        let before = left.countBelow(old)
        return before < left.count && left[before] == old ? nil : old - before
    }

    /// The position of the survivor of this rank among the arrivals: those at index i arrive before it
    /// when `arrived[i] - i <= rank`, which is monotonic in i.
    func place(of rank: Int) -> Int {
        rank + (0..<arrived.count).partitioningIndex { arrived[$0] - $0 > rank }
    }

    /// Whether the neighbours of `position` leave it where it is: as many left before it as arrived before it.
    func isBalanced(at position: Int) -> Bool {
        left.countBelow(position) == arrived.countBelow(position)
    }
}

extension [Int] {
    /// How many elements of this ascending array are less than `value`. O(log n).
    func countBelow(_ value: Int) -> Int {
        indices.partitioningIndex { self[$0] >= value }
    }
}

extension Range<Int> {
    /// The first number that fulfils a predicate that is false before it and true from it on. O(log n).
    package func partitioningIndex(where belongsToSecond: (Int) -> Bool) -> Int {
        var low = lowerBound
        var high = upperBound
        while low < high {
            let middle = (low + high) / 2
            if belongsToSecond(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
