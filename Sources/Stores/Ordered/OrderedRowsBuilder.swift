import Glibc

/// Takes rows in any order and makes them a list in order: for the first scan of a table.
///
///     var builder = OrderedRowsBuilder<Int64>()
///     while try statement.step() {
///         builder.add(rowid, by: encoder.code(of: row)) { encoder.append(codeOf: row, to: &$0) }
///     }
///     let rows = builder.finish()
///
/// Rows that come in order (an index serves the query) are not sorted. Until it is finished, it keeps 40 bytes a row and all
/// codes that are longer than a prefix.
struct OrderedRowsBuilder<Key: Hashable & Comparable & Sendable> {
    private var items: [PrefixedIndex] = []
    private var keys: [Key] = []
    /// The codes that are not whole, one after the other, and where each row's ends: a whole one takes no bytes.
    private var codes: [UInt8] = []
    private var ends: [Int] = []
    private var isSorted = true

    /// No rows yet.
    init() {}

    /// The number of rows so far.
    var count: Int { items.count }

    /// Adds a row; if its code is not whole, `append` has to append all bytes of it.
    mutating func add(_ key: Key, by code: SortCode, append: (inout [UInt8]) -> Void) {
        if let last = items.last, code.prefix < last.prefix { isSorted = false }
        items.append(PrefixedIndex(prefix: code.prefix, index: items.count))
        keys.append(key)
        if !code.isWhole { append(&codes) }
        ends.append(codes.count)
    }

    /// The rows in order: by code, equal ones by key. O(n) if they came so, otherwise O(n) for the prefixes and O(r log r)
    /// for every r rows that share one and did not come in order.
    consuming func finish(limits: OrderedLimits = OrderedLimits()) -> OrderedRows<Key> {
        if !isSorted { items.sortByPrefix() }
        var start = 0
        while start < items.count {
            var end = start + 1
            while end < items.count, items[end].prefix == items[start].prefix { end += 1 }
            if end - start > 1 { settle(start..<end) }
            start = end
        }
        return OrderedRows(count: items.count, limits: limits) { [items, keys] position in
            OrderedEntry(prefix: items[position].prefix, key: keys[items[position].index])
        }
    }

    /// Puts rows that share a prefix in order.
    private mutating func settle(_ run: Range<Int>) {
        let isInOrder = run.dropLast().allSatisfy { !isBefore(items[$0 + 1].index, items[$0].index) }
        guard !isInOrder else { return }
        let sorted = items[run].sorted { isBefore($0.index, $1.index) }
        items.replaceSubrange(run, with: sorted)
    }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        let order = compareCodes(code(left), code(right))
        return order == 0 ? keys[left] < keys[right] : order < 0
    }

    private func code(_ index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

    /// No code is the beginning of another, so that the common length decides.
    private func compareCodes(_ left: Range<Int>, _ right: Range<Int>) -> Int32 {
        codes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            return memcmp(start + left.lowerBound, start + right.lowerBound, min(left.count, right.count))
        }
    }
}
