import TestSupport
import Testing

@testable import Stores

extension OrderedRows {
    /// Inserts a row at its position and returns the position.
    @discardableResult
    mutating func insert<Failure: Error>(
        _ key: Key, by code: SortCode, before isBefore: (Key) throws(Failure) -> Bool
    ) throws(Failure) -> Int {
        let position = try place(of: key, by: code, before: isBefore)
        insert(OrderedEntry(prefix: code.prefix, key: key), at: position)
        return position
    }
}

/// A tree and an array that are edited identically.
struct OrderedModel {
    var rows: OrderedRows<Int64>
    var array: [OrderedEntry<Int64>] = []

    init(_ limits: OrderedLimits) {
        rows = OrderedRows(limits: limits)
    }

    /// A row that is placed by its prefix and its key.
    mutating func insert(_ prefix: UInt64, _ key: Int64) {
        let code = SortCode(prefix: SortPrefix(high: prefix, low: 0), isWhole: true)
        let entry = OrderedEntry(prefix: code.prefix, key: key)
        let expected = array.firstIndex { entry < $0 } ?? array.count
        array.insert(entry, at: expected)
        #expect(
            rows.insert(key, by: code) { _ in
                Issue.record("a whole code needs no question")
                return true
            } == expected)
    }

    mutating func remove(at position: Int) {
        #expect(rows.remove(at: position) == array.remove(at: position))
    }

    /// Whether all ways to read say the same.
    func check() {
        #expect(rows.count == array.count)
        #expect(Array(rows) == array)
        #expect(array.indices.allSatisfy { rows.entry(at: $0) == array[$0] })
        let middle = array.count / 3..<array.count * 2 / 3
        #expect(rows.keys(in: middle) == array[middle].map(\.key))
    }
}
