extension JSON {
    /// Returns the operations that turn `old`, at the pointer `path`, into `new`. Objects are compared member by
    /// member; equal elements of arrays are kept. Applying the operations gives `new` exactly.
    ///
    /// O(n log n) for each level of nested arrays.
    public static func difference(from old: JSON, to new: JSON, at path: String = "") -> [JSONPatchOperation] {
        var difference = Difference()
        difference.compare(old, new, at: path)
        return difference.operations
    }
}

/// Collects the differences. A path is only built where something differs.
private struct Difference {
    var operations: [JSONPatchOperation] = []

    mutating func compare(_ old: JSON, _ new: JSON, at path: @autoclosure () -> String) {
        switch (old, new) {
        case (.object(let old), .object(let new)): compare(old, new, at: path())
        case (.array(let old), .array(let new)): if old != new { compare(old, new, at: path()) }
        default:
            if old != new { operations.append(.replace(path: path(), value: new)) }
        }
    }

    private mutating func compare(_ old: JSONObject, _ new: JSONObject, at path: @autoclosure () -> String) {
        let first = operations.count
        var kept = 0
        for place in new.storedPlaces {
            if new.hasSameMember(at: place, as: old) {
                kept += 1
            } else if let (name, value) = new.member(at: place) {
                if let before = old[name] {
                    kept += 1
                    compare(before, value, at: path() + "/" + JSONPointer.escaped(name))
                } else {
                    operations.append(.add(path: path() + "/" + JSONPointer.escaped(name), value: value))
                }
            }
        }
        guard kept < old.count else { return }
        let gone = old.names.filter { new[$0] == nil }
        operations.insert(contentsOf: gone.map { .remove(path: path() + "/" + JSONPointer.escaped($0)) }, at: first)
    }

    /// Equal elements in the same order stay. Between them, elements are compared in pairs, and the rest is removed or
    /// added.
    private mutating func compare(_ old: [JSON], _ new: [JSON], at path: String) {
        let kept = Self.commonRun(old.map(\.contentHash), new.map(\.contentHash))
        var oldStart = 0
        var newStart = 0
        for (oldEnd, newEnd) in kept + [(old.count, new.count)] {
            replace(old[oldStart..<oldEnd], by: new[newStart..<newEnd], at: path)
            if oldEnd < old.count, newEnd < new.count, old[oldEnd] != new[newEnd] {  // a collision of hashes
                compare(old[oldEnd], new[newEnd], at: "\(path)/\(newEnd)")
            }
            oldStart = oldEnd + 1
            newStart = newEnd + 1
        }
    }

    /// Replaces a slice. Everything before it is already as in the new array.
    private mutating func replace(_ old: ArraySlice<JSON>, by new: ArraySlice<JSON>, at path: String) {
        let pairs = min(old.count, new.count)
        for offset in 0..<pairs {
            let place = new.startIndex + offset
            compare(old[old.startIndex + offset], new[place], at: "\(path)/\(place)")
        }
        for _ in pairs..<max(pairs, old.count) {
            operations.append(.remove(path: "\(path)/\(new.startIndex + pairs)"))
        }
        for place in new.startIndex + pairs..<max(new.startIndex + pairs, new.endIndex) {
            operations.append(.add(path: "\(path)/\(place)", value: new[place]))
        }
    }

    /// Returns pairs of positions of equal elements, ascending in both arrays: the equal ends, and between them a
    /// longest increasing run. Among equal elements, the first is paired with the first, the second with the second,
    /// and so on.
    private static func commonRun(_ old: [UInt64], _ new: [UInt64]) -> [(Int, Int)] {
        var start = 0
        while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
        var end = 0
        while end < min(old.count, new.count) - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
        var places: [UInt64: [Int]] = [:]
        for place in (start..<old.count - end).reversed() { places[old[place], default: []].append(place) }
        var pairs: [(Int, Int)] = []
        for place in start..<new.count - end {
            if let source = places[new[place]]?.popLast() { pairs.append((source, place)) }
        }
        let head = (0..<start).map { ($0, $0) }
        let tail = (0..<end).reversed().map { (old.count - 1 - $0, new.count - 1 - $0) }
        return head + increasing(pairs) + tail
    }

    /// Returns a longest run of pairs with ascending first positions; the second ones ascend already. O(n log n).
    private static func increasing(_ pairs: [(Int, Int)]) -> [(Int, Int)] {
        var tails: [Int] = []
        var previous = [Int](repeating: -1, count: pairs.count)
        for (index, pair) in pairs.enumerated() {
            var low = 0
            var high = tails.count
            while low < high {
                let middle = (low + high) / 2
                if pairs[tails[middle]].0 < pair.0 { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = tails[low - 1] }
            if low == tails.count { tails.append(index) } else { tails[low] = index }
        }
        var run: [(Int, Int)] = []
        var index = tails.last ?? -1
        while index >= 0 {
            run.append(pairs[index])
            index = previous[index]
        }
        return run.reversed()
    }
}
