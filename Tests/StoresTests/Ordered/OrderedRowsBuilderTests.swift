import TestSupport
import Testing

@testable import Stores

@Suite struct OrderedRowsBuilderTests {
    /// Prefixes of which many share their first bytes, or everything.
    private static func prefixes(_ random: inout SeededGenerator, _ count: Int) -> [SortPrefix] {
        (0..<count).map { _ in
            let kind = Int.random(in: 0..<4, using: &random)
            let mask: UInt64 = [.max, 0xFF, 0xFF00_0000_0000_0000, 0x0101_0000][kind]
            return SortPrefix(high: random.next() & mask, low: random.next() & (kind == 0 ? .max : 0x3))
        }
    }

    @Test(arguments: [0, 1, 2, 31, 32, 33, 34, 300, 20_000])
    func rowsInAnyOrderAreSorted(count: Int) {
        var random = SeededGenerator.announced("rowsInAnyOrderAreSorted")
        let entries = Self.prefixes(&random, count).enumerated().map {
            OrderedEntry(prefix: $1, key: Int64($0 * 7 % 99))
        }
        var builder = OrderedRowsBuilder<Int64>()
        for entry in entries { builder.add(entry.key, by: SortCode(prefix: entry.prefix, isWhole: true)) { _ in } }
        #expect(builder.count == count)
        #expect(Array(builder.finish()) == entries.sorted())
    }

    @Test func sortingByPrefixKeepsTheOrderOfEqualOnes() {
        var random = SeededGenerator.announced("sortingByPrefixKeepsTheOrderOfEqualOnes")
        var items = Self.prefixes(&random, 5_000).enumerated().map { PrefixedIndex(prefix: $1, index: $0) }
        let expected = items.sorted { ($0.prefix, $0.index) < ($1.prefix, $1.index) }
        items.sortByPrefix()
        #expect(items.map(\.index) == expected.map(\.index))
    }

    @Test func beyondThePrefixTheWholeCodesDecideThenTheKeys() {
        let code = SortCode(prefix: SortPrefix(high: 3, low: 3), isWhole: false)
        var builder = OrderedRowsBuilder<Int64>()
        for (key, last) in [(5, "b"), (1, "c"), (4, "a"), (3, "b"), (2, "b")] {
            builder.add(Int64(key), by: code) { $0 += Array("0123456789abcdefgh\(last)".utf8) }
        }
        #expect(builder.finish().map(\.key) == [4, 2, 3, 5, 1])
    }
}
