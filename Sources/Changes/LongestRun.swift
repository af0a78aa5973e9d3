/// Which of a list's rows may stay where they are: those of one longest increasing run of old positions (Schensted, 1961).
@usableFromInline
enum LongestRun {
    /// The offsets of all values that are not in the run, ascending, by the old positions of rows in their new order; what is
    /// not in `range` is not considered.
    ///
    /// O(n) where the order is kept, O(n log n) at worst. What is worked out meanwhile is written through pointers, for
    /// checking bounds and ownership takes as long as all the rest.
    @usableFromInline
    static func others(of values: ArraySlice<Int32>, in range: Range<Int32>) -> [Int] {
        values.withUnsafeBufferPointer { values in
            withUnsafeTemporaryAllocation(of: Int32.self, capacity: values.count) { ranks in
                others(ranks, length: rank(values, in: range, ranks))
            }
        }
    }

    /// Writes down how many values of the longest run that ends with each come before it, or -1; and how long the run is.
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

    /// Follows one run of this length from its end: the next member is the last row before whose rank is one less, for
    /// of rows of one rank the last has the least value.
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
