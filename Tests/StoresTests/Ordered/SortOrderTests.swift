import CSQLite
import TestSupport
import Testing

@testable import Lists
@testable import SQLite
@testable import SQLiteEngine
@testable import Tables

@Suite(.timeLimit(.minutes(5))) struct SortOrderTests {
    private static let small = OrderedLimits(leaf: 8, branch: 4)
    private static let collations: [SortColumn.Collation] = [.binary, .nocase, .rtrim]
    private static let single = collations.flatMap {
        [[SortColumn(collation: $0)], [SortColumn(collation: $0, isDescending: true)]]
    }
    private static let several = [
        [SortColumn(collation: .nocase), SortColumn(isDescending: true)],
        [SortColumn(isDescending: true), SortColumn(collation: .rtrim), SortColumn(collation: .nocase)],
        [SortColumn(), SortColumn(), SortColumn(collation: .nocase, isDescending: true)],
    ]

    private static func filled(_ columns: [SortColumn], _ affinity: String, _ name: String) throws -> OrderOracle {
        var values = OddValues(random: SeededGenerator.announced(name))
        let oracle = OrderOracle(columns, affinity: affinity)
        try oracle.insert((0..<600).map { _ in values.row(columns.count) })
        return oracle
    }

    @Test(arguments: single + several, ["", "TEXT", "BLOB", "NUMERIC"])
    func aScanGivesTheOrderOfSQLite(columns: [SortColumn], affinity: String) throws {
        let oracle = try Self.filled(columns, affinity, "aScanGivesTheOrderOfSQLite")
        for clause in ["", "ORDER BY random()", "ORDER BY id DESC"] {
            var builder = OrderedRowsBuilder<Int64>()
            try oracle.each(clause) { row in
                builder.add(sqlite3_column_int64(row, 0), by: oracle.encoder.code(of: StatementRow(row), from: 1)) {
                    oracle.encoder.append(codeOf: StatementRow(row), from: 1, to: &$0)
                }
            }
            #expect(builder.finish(limits: Self.small).map(\.key) == (try oracle.sorted()))
        }
    }

    @Test(arguments: single + several, ["", "TEXT"])
    func rowByRowGivesTheOrderOfSQLite(columns: [SortColumn], affinity: String) throws {
        let oracle = try Self.filled(columns, affinity, "rowByRowGivesTheOrderOfSQLite")
        let codes = try oracle.codes()
        var rows = OrderedRows<Int64>(limits: Self.small)
        func isBefore(_ left: Int64, _ right: Int64) -> Bool {
            guard let first = codes[left], let second = codes[right], first != second else { return left < right }
            return first.lexicographicallyPrecedes(second)
        }
        try oracle.each("ORDER BY random()") { row in
            let id = sqlite3_column_int64(row, 0)
            rows.insert(id, by: oracle.encoder.code(of: StatementRow(row), from: 1)) { isBefore(id, $0) }
        }
        #expect(rows.map(\.key) == (try oracle.sorted()))
    }

    @Test(arguments: single + several)
    func valuesHaveTheCodesOfTheirRow(columns: [SortColumn]) throws {
        var values = OddValues(random: SeededGenerator.announced("valuesHaveTheCodesOfTheirRow"))
        let rows = (0..<600).map { _ in values.row(columns.count) }
        let oracle = OrderOracle(columns, affinity: "")
        try oracle.insert(rows)
        let codes = try oracle.codes()
        try oracle.each { row in
            let id = sqlite3_column_int64(row, 0)
            let values = rows[Int(id) - 1]
            var bytes: [UInt8] = []
            oracle.encoder.append(codeOf: values, to: &bytes)
            #expect(bytes == codes[id])
            let code = oracle.encoder.code(of: values)
            #expect(code == oracle.encoder.code(of: StatementRow(row), from: 1))
            #expect(code.isWhole == (bytes.count <= 16))
            #expect(code.prefix == Self.prefix(bytes))
        }
    }

    private static func prefix(_ bytes: [UInt8]) -> SortPrefix {
        let filled = bytes.prefix(16) + Array(repeating: 0, count: max(16 - bytes.count, 0))
        func half(_ part: ArraySlice<UInt8>) -> UInt64 { part.reduce(0) { $0 << 8 | UInt64($1) } }
        return SortPrefix(high: half(filled.prefix(8)), low: half(filled.suffix(8)))
    }

    @Test(arguments: single)
    func noCodeIsTheBeginningOfAnother(columns: [SortColumn]) throws {
        let codes = try Self.filled(columns, "", "noCodeIsTheBeginningOfAnother").codes()
        let different = Set(codes.values).sorted { $0.lexicographicallyPrecedes($1) }
        #expect(zip(different, different.dropFirst()).allSatisfy { !$1.starts(with: $0) })
    }

    @Test func codesAreShort() {
        let encoder = SortEncoder([SortColumn()])
        func size(_ value: SQLValue) -> Int {
            var bytes: [UInt8] = []
            encoder.append(codeOf: [value], to: &bytes)
            return bytes.count
        }
        #expect(size(.null) == 1)
        #expect(size(.integer(1 << 53 - 1)) == 9)
        #expect(size(.integer(1 << 53)) == 11)
        #expect(size(.real(0.5)) == 9)
        #expect(size(.text("fourteen bytes")) == 16)
        #expect(size(.text("")) == 2)
    }

    @Test func collationsAreKnownByNamesInAnyCase() {
        #expect(SortColumn.Collation(named: "NoCase") == .nocase)
        #expect(SortColumn.Collation(named: "binary") == .binary)
        #expect(SortColumn.Collation(named: "french") == nil)
    }
}
