import Glibc

/// Builds an order from rows that come in any order, for the first scan of a table.
///
///     var builder = OrderedRowsBuilder<Int64>()
///     while try statement.step() {
///         builder.add(rowid, by: encoder.code(of: row)) { encoder.append(codeOf: row, to: &$0) }
///     }
///     let rows = builder.finish()
///
/// Rows that come in order are not sorted. Until it is finished, the builder keeps 40 bytes a row and all codes that
/// are longer than a prefix.
struct OrderedRowsBuilder<Key: Hashable & Comparable & Sendable> {
    private var items: [PrefixedIndex] = []
    private var keys: [Key] = []
    /// The codes that are not whole, concatenated, and the end of each row's code. A whole code takes no bytes.
    private var codes: [UInt8] = []
    private var ends: [Int] = []
    private var isSorted = true

    /// The number of rows so far.
    var count: Int { items.count }

    /// Adds a row. If its code is not whole, `append` must append all bytes of the code.
    mutating func add(_ key: Key, by code: SortCode, append: (inout [UInt8]) -> Void) {
        items.append(PrefixedIndex(prefix: code.prefix, index: items.count))
        keys.append(key)
        if items.count > 1, code.prefix < items[items.count - 2].prefix { isSorted = false }
        if !code.isWhole { append(&codes) }
        ends.append(codes.count)
    }

    /// Returns the rows in order: by code, then by key. O(n) if they came in order. Otherwise O(n) for the first 64
    /// bytes, and O(r log r) for every r rows that share these bytes and did not come in order.
    consuming func finish(limits: OrderedLimits = OrderedLimits()) -> OrderedRows<Key> {
        sort()
        return rows(limits)
    }

    /// Returns the rows as a snapshot: `former` itself, if it has the same rows in the same order.
    consuming func finish(after former: OrderedSnapshot<Key>?) -> OrderedSnapshot<Key> {
        sort()
        if let former, former.read({ isSame(as: $0) }) { return former }
        return OrderedSnapshot(rows(OrderedLimits()))
    }

    private mutating func sort() {
        if !isSorted { items.sortByPrefix(in: 0..<items.count) }
        settleTies(in: 0..<items.count, from: 16)
    }

    private func rows(_ limits: OrderedLimits) -> OrderedRows<Key> {
        OrderedRows(count: items.count, limits: limits) { position in
            OrderedEntry(prefix: items[position].prefix, key: keys[items[position].index])
        }
    }

    private func isSame(as rows: OrderedRows<Key>) -> Bool {
        guard rows.count == items.count else { return false }
        return zip(items, rows).allSatisfy { item, row in item.prefix == row.prefix && keys[item.index] == row.key }
    }

    /// Sorts rows that share all bytes of their codes before `offset`. While there are many, sorts by the next bytes.
    private mutating func settle(_ run: Range<Int>, from offset: Int) {
        let isInOrder = run.dropLast().allSatisfy { !isBefore(items[$0 + 1].index, items[$0].index) }
        guard !isInOrder else { return }
        guard run.count > 32, offset < 64, code(items[run.lowerBound].index).count > offset else {
            return items.replaceSubrange(run, with: items[run].sorted { isBefore($0.index, $1.index) })
        }
        let shared = items[run.lowerBound].prefix
        for place in run {
            let index = items[place].index
            items[place] = PrefixedIndex(prefix: SortPrefix(codes[code(index)].dropFirst(offset)), index: index)
        }
        items.sortByPrefix(in: run)
        settleTies(in: run, from: offset + 16)
        for place in run { items[place] = PrefixedIndex(prefix: shared, index: items[place].index) }
    }

    private mutating func settleTies(in run: Range<Int>, from offset: Int) {
        var start = run.lowerBound
        while start < run.upperBound {
            var end = start + 1
            while end < run.upperBound, items[end].prefix == items[start].prefix { end += 1 }
            if end - start > 1 { settle(start..<end, from: offset) }
            start = end
        }
    }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        let order = compareCodes(code(left), code(right))
        return order == 0 ? keys[left] < keys[right] : order < 0
    }

    private func code(_ index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

    /// Compares two codes. No code is the beginning of another, so the common length decides.
    private func compareCodes(_ left: Range<Int>, _ right: Range<Int>) -> Int32 {
        codes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            return memcmp(start + left.lowerBound, start + right.lowerBound, min(left.count, right.count))
        }
    }
}
