import TestSupport
import Testing

@testable import Lists

@Suite(.timeLimit(.minutes(5))) struct OrderedRowsBuilderTests {
    /// Prefixes. Many of them share their first bytes, or are equal.
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

    @Test func unchangedRowsAreReused() {
        func built(_ keys: [Int64], high: UInt64 = 0, after former: OrderedSnapshot<Int64>? = nil)
            -> OrderedSnapshot<Int64>
        {
            var builder = OrderedRowsBuilder<Int64>()
            for key in keys {
                let prefix = SortPrefix(high: high, low: UInt64(key % 3))
                builder.add(key, by: SortCode(prefix: prefix, isWhole: true)) { _ in }
            }
            return builder.finish(after: former)
        }
        let former = built([5, 1, 4, 2])
        #expect(former.rows.map(\.key) == [1, 4, 2, 5])
        #expect(built([1, 2, 4, 5], after: former) === former)
        for (keys, high) in [([1, 2, 4], 0), ([1, 2, 4, 8], 0), ([1, 2, 4, 5, 6], 0), ([1, 2, 4, 5], 7)] {
            let other = built(keys.map(Int64.init), high: UInt64(high), after: former)
            #expect(other !== former)
            #expect(Set(other.rows.map(\.key)) == Set(keys.map(Int64.init)))
        }
    }

    @Test func sortingByPrefixKeepsTheOrderOfEqualOnes() {
        var random = SeededGenerator.announced("sortingByPrefixKeepsTheOrderOfEqualOnes")
        var items = Self.prefixes(&random, 5_000).enumerated().map { PrefixedIndex(prefix: $1, index: $0) }
        let expected = items.sorted { ($0.prefix, $0.index) < ($1.prefix, $1.index) }
        items.sortByPrefix(in: 0..<items.count)
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

    @Test(arguments: [0, 3, 9, 16, 40, 90])
    func codesThatShareLongBeginningsAreInOrder(shared: Int) {
        var random = SeededGenerator.announced("codesThatShareLongBeginningsAreInOrder")
        var rows: [(code: [UInt8], key: Int64)] = []
        for key in 0..<3_000 {
            // Few letters, so that many codes share long prefixes. 00 ends a code and is in none.
            let count = Int.random(in: 0..<50, using: &random)
            let rest = (0..<count).map { _ in UInt8.random(in: 1...2, using: &random) }
            rows.append((Array(repeating: 7, count: 16 + shared) + rest + [0], Int64(key * 7_919 % 3_001)))
        }
        rows.shuffle(using: &random)
        var builder = OrderedRowsBuilder<Int64>()
        let code = SortCode(prefix: SortPrefix(rows[0].code[...]), isWhole: false)
        for row in rows { builder.add(row.key, by: code) { $0 += row.code } }
        rows.sort { $0.code == $1.code ? $0.key < $1.key : $0.code.lexicographicallyPrecedes($1.code) }
        #expect(builder.finish().map(\.key) == rows.map(\.key))
    }
}
