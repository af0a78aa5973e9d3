import Changes
import TestSupport
import Testing

@testable import Lists
@testable import Tables

/// Orders of an engine without sort codes: only the database can compare rows, as with collations of PostgreSQL.
@Suite(.timeLimit(.minutes(5))) struct ComparedOrderTests {
    @Test func rowsWithoutCodesKeepTheOrderOfTheDatabase() throws {
        var random = SeededGenerator.announced("rowsWithoutCodesKeepTheOrderOfTheDatabase")
        let schema = try Scratch(":memory:", "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)").schema()
        let table = try #require(schema.table(named: "t"))
        let source = ComparedSource((1...50).map { ($0, Int.random(in: 0..<20, using: &random)) })
        let order = KeyedOrder(source, Query(table: "t", columns: ["name"]), table)
        var ordering = try order.find(after: nil, at: nil, within: .max)
        for round in 0..<300 {
            let changes = source.change(&random)
            let before = ordering.ids
            guard case .to(let step) = try order.progress(from: ordering, changes, known: nil) else {
                throw ClientError("the changes of round \(round) were not followed")
            }
            ordering = step.present
            try #require(ordering.ids == source.sorted.map(String.init), "round \(round)")
            let moved = try step.difference.changeSet().apply(to: [before], new: [ordering.ids])
            #expect(moved == [ordering.ids], "round \(round)")
        }
    }
}

extension Ordering {
    fileprivate var ids: [String] { (0..<count).map(id) }
}

/// Rows by key, with values that this source alone compares: it prefers even values.
private final class ComparedSource: KeyedSource {
    private var values: [Int64: Int]

    init(_ rows: [(key: Int64, value: Int)]) {
        values = Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0.value) })
    }

    /// The keys in order.
    var sorted: [Int64] { values.keys.sorted(by: isBefore) }

    private func isBefore(_ left: Int64, _ right: Int64) -> Bool {
        let rank = { (key: Int64) in self.values[key].map { ($0 % 2, $0) } ?? (2, 0) }
        return rank(left) == rank(right) ? left < right : rank(left) < rank(right)
    }

    /// Inserts, changes and deletes some rows.
    func change(_ random: inout SeededGenerator) -> RowChanges {
        var rows = RowChanges.Rows()
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            let key = Int64.random(in: 1...60, using: &random)
            if rows.numbers[key] == nil { rows.numbers[key] = values[key] == nil ? .absent : .unknown }
            values[key] = Int.random(in: 0..<4, using: &random) == 0 ? nil : Int.random(in: 0..<20, using: &random)
        }
        return RowChanges(tables: [ExactName("t"): .rows(rows)])
    }

    /// A code that says nothing.
    private static let code = SortCode(prefix: SortPrefix(high: 0, low: 0), isWhole: false)

    let tablesRead: [String]? = ["t"]
    let orderName = ExactName("t")
    let placeColumns: Set<Int> = []
    let isTextSearch = false
    let hasSteps = false
    let isFiltered = false

    func isTouched(by changes: RowChanges) -> Bool { true }
    func hasMore(than limit: Int, isFiltered: Bool) -> Bool { values.count > limit }
    func glimpse(at positions: [Int]) -> (glimpse: Glimpse, rows: [Int: Row]) { (Glimpse(seen: []), [:]) }
    func rows(at positions: [Int], in ordering: Ordering) -> [Int: Row] { [:] }
    func touched(by changes: RowChanges) -> RowChanges.InTable? { changes["t"] }
    func sectionCode(of value: SQLValue) -> [UInt8] { [] }

    func scan(into order: RowCollector, at pace: ScanPace?) {
        order.isInOrder = true
        for key in sorted { order.add(key, by: Self.code) { _ in } }
    }

    func code(of key: OrderKey) -> PlacedCode? {
        guard case .number(let number) = key, values[number] != nil else { return nil }
        return PlacedCode(code: Self.code, bytes: [])
    }

    func formerPlace(_ row: FormerRow) -> FormerPlace { row == .absent ? .none : .unknown }

    func isBefore(_ row: PlacedRow, _ other: OrderKey, _ code: PlacedCode?) -> Bool {
        guard case .number(let left) = row.key, case .number(let right) = other else { return false }
        return isBefore(left, right)
    }
}
