/// Assigns the numbers that keep rows in the order of their array. Rows that stay in order keep their numbers, so
/// moving or inserting a record changes one row.
enum RecordPositions {
    /// The initial gap between neighbours.
    private static let gap: Int64 = 1 << 24

    /// Returns the numbers of a new array.
    static func fresh(_ count: Int) -> [Int64] { (0..<Int64(count)).map { ($0 + 1) * gap } }

    /// Returns the numbers of rows in this order; `nil` stands for a row without a number. O(n log n).
    static func following(_ known: [Int64?]) -> [Int64] {
        let kept = longestRise(known)
        var numbers: [Int64] = []
        var index = 0
        while index < known.count {
            if let number = kept[index] {
                numbers.append(number)
                index += 1
                continue
            }
            let end = kept[index...].firstIndex { $0 != nil } ?? known.count
            let next = end < known.count ? kept[end] : nil
            guard let run = between(numbers.last, next, end - index) else { return fresh(known.count) }
            numbers += run
            index = end
        }
        return numbers
    }

    /// Returns numbers for consecutive rows between two others; `nil` if there is no room.
    private static func between(_ low: Int64?, _ high: Int64?, _ count: Int) -> [Int64]? {
        let count = Int64(count)
        let low = low ?? (high ?? 0) - (count + 1) * gap
        let step = high.map { ($0 - low) / (count + 1) } ?? gap
        return step > 0 ? (1...count).map { low + $0 * step } : nil
    }

    /// Returns the numbers of a longest rising subsequence, at their positions (Fredman 1975: patience sorting).
    private static func longestRise(_ numbers: [Int64?]) -> [Int64?] {
        var ends: [(index: Int, number: Int64)] = []
        var before = [Int](repeating: -1, count: numbers.count)
        for (index, number) in numbers.enumerated() {
            guard let number else { continue }
            let place = firstIndex(in: ends, notBelow: number)
            before[index] = place > 0 ? ends[place - 1].index : -1
            if place < ends.count { ends[place] = (index, number) } else { ends.append((index, number)) }
        }
        var rise = [Int64?](repeating: nil, count: numbers.count)
        var index = ends.last?.index ?? -1
        while index >= 0 {
            rise[index] = numbers[index]
            index = before[index]
        }
        return rise
    }

    private static func firstIndex(in ends: [(index: Int, number: Int64)], notBelow number: Int64) -> Int {
        var range = 0..<ends.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = ends[middle].number < number ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}
