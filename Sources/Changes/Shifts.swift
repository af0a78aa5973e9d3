/// The positions of elements that left a sequence, and of elements that arrived. Both ascend after ``sort()``.
struct Shifts: Sendable {
    /// Old positions.
    var left: [Int] = []
    /// New positions.
    var arrived: [Int] = []

    mutating func sort() {
        left.sort()
        arrived.sort()
    }

    /// Returns the new position of the element at `old`; `nil` when it left.
    func position(of old: Int) -> Int? { rank(of: old).map(place) }

    /// Returns the rank of `old` among the elements that stay; `nil` when it left.
    func rank(of old: Int) -> Int? {
        let before = left.countBelow(old)
        return before < left.count && left[before] == old ? nil : old - before
    }

    /// Returns the new position of the staying element with this rank. The arrival at index i is before it when
    /// `arrived[i] - i <= rank`, which is monotonic in i.
    func place(of rank: Int) -> Int {
        rank + (0..<arrived.count).partitioningIndex { arrived[$0] - $0 > rank }
    }

    /// Whether as many elements left before `position` as arrived before it, so that it stays in place.
    func isBalanced(at position: Int) -> Bool {
        left.countBelow(position) == arrived.countBelow(position)
    }
}

extension [Int] {
    /// Returns the number of elements less than `value` in this ascending array. O(log n).
    func countBelow(_ value: Int) -> Int {
        indices.partitioningIndex { self[$0] >= value }
    }
}

extension Range<Int> {
    /// Returns the first number that satisfies a predicate that is false before it and true from it on. O(log n).
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
