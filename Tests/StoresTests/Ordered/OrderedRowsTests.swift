import Changes
import TestSupport
import Testing

@testable import Lists

@Suite(.timeLimit(.minutes(5))) struct OrderedRowsTests {
    private static let small = OrderedLimits(leaf: 4, branch: 3)

    @Test(arguments: [(4, 3), (2, 2), (5, 4), (16, 8)])
    func behavesLikeAnArray(leaf: Int, branch: Int) {
        var random = SeededGenerator.announced("behavesLikeAnArray")
        var model = OrderedModel(OrderedLimits(leaf: leaf, branch: branch))
        for step in 0..<4_000 {
            let grows = step / 800 % 2 == 0
            if model.array.isEmpty || Int.random(in: 0..<5, using: &random) < (grows ? 4 : 1) {
                model.insert(UInt64.random(in: 0..<300, using: &random), Int64(step))
            } else {
                model.remove(at: Int.random(in: 0..<model.array.count, using: &random))
            }
            if step % 100 == 0 { model.check() }
        }
        while !model.array.isEmpty { model.remove(at: Int.random(in: 0..<model.array.count, using: &random)) }
        model.check()
    }

    @Test(arguments: 0..<40)
    func anyRowCanBeRemovedAndReinserted(count: Int) {
        for gone in 0..<count {
            var model = OrderedModel(Self.small)
            for key in 0..<count { model.insert(UInt64(key / 2), Int64(key)) }
            let entry = model.array[gone]
            model.remove(at: gone)
            model.check()
            model.insert(entry.prefix.high, entry.key)
            model.check()
        }
    }

    @Test(arguments: [Array(0..<200), (0..<200).reversed(), (0..<200).map { $0 * 77 % 200 }])
    func insertsAndRemovesInAnyOrder(keys: [Int]) {
        var model = OrderedModel(Self.small)
        for key in keys { model.insert(UInt64(key), Int64(key)) }
        model.check()
        for _ in keys.dropLast() { model.remove(at: model.array.count / 2) }
        model.check()
    }

    @Test func aCopyStaysUnchanged() {
        var random = SeededGenerator.announced("aCopyStaysUnchanged")
        var model = OrderedModel(Self.small)
        var copies: [OrderedModel] = []
        for step in 0..<2_000 {
            if step % 50 == 0 { copies.append(model) }
            if model.array.isEmpty || Int.random(in: 0..<5, using: &random) < 3 {
                model.insert(UInt64.random(in: 0..<50, using: &random), Int64(step))
            } else {
                model.remove(at: Int.random(in: 0..<model.array.count, using: &random))
            }
            if step % 70 == 0, !copies.isEmpty {
                let copy = Int.random(in: 0..<copies.count, using: &random)
                copies[copy].insert(UInt64.random(in: 0..<50, using: &random), Int64(step))
            }
        }
        for copy in copies { copy.check() }
        model.check()
    }

    @Test(arguments: [0, 1, 2, 3, 4, 5, 8, 9, 10, 27, 100, 1_000])
    func aTreeIsBuiltFromSortedRows(count: Int) {
        let entries = (0..<count).map { OrderedEntry(prefix: SortPrefix(high: UInt64($0 / 3), low: 0), key: Int64($0)) }
        var model = OrderedModel(Self.small)
        model.rows = OrderedRows(sorted: entries, limits: Self.small)
        model.array = entries
        model.check()
        model.insert(UInt64(count / 6), -1)
        model.insert(.max, 5_000)
        model.remove(at: 0)
        model.check()
    }

    @Test func aRowIsFoundByItsSortKey() {
        var random = SeededGenerator.announced("aRowIsFoundByItsSortKey")
        var model = OrderedModel(Self.small)
        for key in 0..<500 { model.insert(UInt64.random(in: 0..<40, using: &random), Int64(key)) }
        for (position, entry) in model.array.enumerated() {
            let whole = SortCode(prefix: entry.prefix, isWhole: true)
            let part = SortCode(prefix: entry.prefix, isWhole: false)
            let wrong = SortCode(prefix: SortPrefix(high: 7, low: 7), isWhole: true)
            #expect(model.rows.position(of: entry.key, near: whole) == position)
            #expect(model.rows.position(of: entry.key, near: part) == position)
            #expect(model.rows.position(of: entry.key, near: wrong) == position)
            #expect(model.rows.position(of: entry.key) == position)
            let run = model.array.firstIndex { $0.prefix == entry.prefix }
            #expect(model.rows.lowerBound(entry.prefix) == run)
        }
        #expect(model.rows.position(of: 500, near: SortCode(prefix: model.array[9].prefix, isWhole: true)) == nil)
        #expect(model.rows.lowerBound(SortPrefix(high: 40, low: 0)) == 500)
    }

    @Test func manyRowsAreFoundInOneSearch() {
        let rows = OrderedRows(count: 1_000, limits: Self.small) {
            OrderedEntry(prefix: SortPrefix(high: UInt64($0), low: 0), key: Int64($0 * 7 % 1_000))
        }
        let found = rows.positions(of: [0, 7, 993, 5_000, -1])
        #expect(found == [0: 0, 7: 1, 993: 999])
        #expect(rows.positions(of: []) == [:])
    }

    @Test func rowsWithATruncatedKeyAreCompared() throws {
        var random = SeededGenerator.announced("rowsWithATruncatedKeyAreCompared")
        var rows = OrderedRows<ExactName>(limits: Self.small)
        let code = SortCode(prefix: SortPrefix(high: 1, low: 1), isWhole: false)
        rows.insert(ExactName("first"), by: SortCode(prefix: SortPrefix(high: 0, low: 0), isWhole: true)) { _ in true }
        var questions = 0
        let names = (100..<600).map { ExactName("\($0)") }
        for name in names.shuffled(using: &random) {
            questions = 0
            rows.insert(name, by: code) { other in
                questions += 1
                return name.text > other.text
            }
            #expect(questions <= 10)
        }
        #expect(rows.keys(in: 1..<501) == names.reversed())
        #expect(rows.run(of: code.prefix) == 1..<501)
    }

    @Test func aFailedComparisonChangesNothing() {
        struct Failure: Error {}
        var model = OrderedModel(Self.small)
        for key in 0..<20 { model.insert(5, Int64(key)) }
        #expect(throws: Failure.self) {
            _ = try model.rows.insert(99, by: SortCode(prefix: SortPrefix(high: 5, low: 0), isWhole: false)) {
                (_: Int64) throws(Failure) in throw Failure()
            }
        }
        model.check()
    }

    @Test func namesAreOrderedByTheirBytes() {
        #expect(ExactName("Z") < ExactName("a"))
        #expect(ExactName("e\u{301}") < ExactName("\u{e9}"))
        #expect(ExactName("a") < ExactName("ab"))
    }
}
