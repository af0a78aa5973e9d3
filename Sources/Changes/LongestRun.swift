/// The rows of a list that may stay in place: one longest increasing run of old positions (Schensted, 1961).
@usableFromInline
enum LongestRun {
    /// Returns the offsets of all values outside the run, ascending. The values are the old positions of rows in their
    /// new order; values outside `range` are never in the run.
    ///
    /// O(n) where the order is kept, O(n log n) at worst. Intermediate results are written through pointers, because
    /// checks of bounds and ownership take as long as everything else.
    @usableFromInline
    static func others(of values: ArraySlice<Int32>, in range: Range<Int32>) -> [Int] {
        values.withUnsafeBufferPointer { values in
            withUnsafeTemporaryAllocation(of: Int32.self, capacity: values.count) { ranks in
                others(ranks, length: rank(values, in: range, ranks))
            }
        }
    }

    /// Writes the rank of each value: how many values of the longest run that ends with it come before it, or -1.
    /// Returns the length of the run.
    private static func rank(
        _ values: UnsafeBufferPointer<Int32>, in range: Range<Int32>, _ ranks: UnsafeMutableBufferPointer<Int32>
    ) -> Int {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: values.count) { ends in
            var length = 0  // ends[k]: the least value that ends a run of k + 1
            var last = Int32.min  // ends[length - 1]
            for offset in values.indices {
                let value = values[offset]
                guard range.contains(value) else {
                    ranks[offset] = -1
                    continue
                }
                let rank = value > last ? length : (0..<length).partitioningIndex { ends[$0] >= value }
                ranks[offset] = Int32(truncatingIfNeeded: rank)
                ends[rank] = value
                guard rank + 1 >= length else { continue }
                length = rank + 1
                last = value
            }
            return length
        }
    }

    /// Follows one run of this length from its end: the next member is the last row before it whose rank is one less.
    /// Of the rows with the same rank, the last one has the least value.
    private static func others(_ ranks: UnsafeMutableBufferPointer<Int32>, length: Int) -> [Int] {
        let count = ranks.count - length
        return [Int](unsafeUninitializedCapacity: count) { others, initialized in
            var free = count
            var wanted = Int32(truncatingIfNeeded: length - 1)
            for offset in ranks.indices.reversed() {
                if wanted >= 0, ranks[offset] == wanted {
                    wanted -= 1
                } else {
                    free -= 1
                    others[free] = offset
                }
            }
            initialized = count
        }
    }
}
