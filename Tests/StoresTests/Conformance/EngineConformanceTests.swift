import Changes
import DataSources
import Lists
import Loop
import Stores
import Tables
import TestSupport
import Testing

/// The requirements of every engine. The oracle is a model of the table in memory.
@Suite(.timeLimit(.minutes(5))) struct EngineConformanceTests {
    @Test(arguments: EngineCase.allCases)
    @SceneActor func listsMatchTheModelAfterWritesOfAnyProgram(_ engine: EngineCase) async throws {
        var random = SeededGenerator.announced("listsMatchTheModelAfterWritesOfAnyProgram \(engine)")
        try await opened(engine, count: 40) { test in
            for round in 0..<40 {
                try await test.write(&random)
                try await test.check("round \(round)", &random)
            }
        }
    }

    @Test(arguments: EngineCase.allCases)
    @SceneActor func listsMatchTheModelAfterTheHistoryIsLost(_ engine: EngineCase) async throws {
        var random = SeededGenerator.announced("listsMatchTheModelAfterTheHistoryIsLost \(engine)")
        try await opened(engine, count: 40) { test in
            for round in 0..<4 {
                try await test.replace(&random)
                try await test.check("replaced \(round)", &random)
                try await test.write(&random)
                try await test.check("written \(round)", &random)
            }
        }
    }

    @Test(arguments: EngineCase.allCases)
    @SceneActor func listsRecoverFromAProblem(_ engine: EngineCase) async throws {
        var random = SeededGenerator.announced("listsRecoverFromAProblem \(engine)")
        try await opened(engine, count: 40) { test in
            try test.engine.hide()
            try await test.whenProblem(is: true)
            try test.engine.show()
            try await test.whenProblem(is: false)
            try await test.write(&random)
            try await test.check("after the problem", &random)
        }
    }

    @Test(arguments: EngineCase.allCases)
    @SceneActor func firstRowsAppearBeforeTheCount(_ engine: EngineCase) async throws {
        try await opened(engine, count: 60_001, queries: []) { test in
            var query = Query(table: "item", columns: ["name"])
            query.sort = ["rank"]
            let list = test.store.open(query)
            var states: [(isCounted: Bool, ids: [String])] = []
            let gate = Gate()
            list.onEvent = { _ in
                guard list.isLoaded else { return }
                states.append((list.isCounted, (0..<10).map(list.id)))
                if list.isCounted, list.readAt != nil { gate.open() }
            }
            list.display([0..<10])
            await gate.pass()
            let last = try #require(states.last)
            #expect(list.count == 60_001)
            #expect(states.first?.isCounted == false)
            #expect(states.first?.ids == last.ids)
            list.close()
        }
    }

    @Test(arguments: EngineCase.allCases)
    @SceneActor func aListOverTheLimitShowsItsWindow(_ engine: EngineCase) async throws {
        var configuration = StoreConfiguration()
        configuration.listLimit = 50_000
        try await opened(engine, count: 60_001, queries: [], configuration) { test in
            let list = test.store.open(Query(table: "item", columns: ["name"]))
            let gate = Gate()
            list.onEvent = { _ in if list.element(at: 40_009) != nil, list.readAt != nil { gate.open() } }
            list.display([40_000..<40_010])
            await gate.pass()
            #expect(!list.isCounted)
            #expect((40_000..<40_010).map(list.id) == (40_001...40_010).map(String.init))
            list.close()
        }
    }

    /// Opens a store of items, and lists of some queries.
    @SceneActor private func opened(
        _ engine: EngineCase, count: Int64, queries: [ItemQuery] = ItemQuery.all,
        _ configuration: StoreConfiguration = StoreConfiguration(),
        _ body: @SceneActor (EngineTest) async throws -> Void
    ) async throws {
        var random = SeededGenerator(seed: UInt64(count))
        let items = (1...count).map { Item.random(id: $0, &random) }
        let tested = try await engine.make(items)
        let store = try await tested.open(configuration)
        let test = EngineTest(tested, store, items, queries)
        do {
            try await body(test)
        } catch {
            await test.close()
            throw error
        }
        await test.close()
    }
}

/// The lists of an engine under test, and the model that they must match.
@SceneActor private final class EngineTest {
    let engine: any TestedEngine
    let store: Store
    private var model: ItemModel
    private let lists: [(query: ItemQuery, list: FollowedList)]

    init(_ engine: any TestedEngine, _ store: Store, _ items: [Item], _ queries: [ItemQuery]) {
        (self.engine, self.store) = (engine, store)
        model = ItemModel(items: items)
        lists = queries.map { ($0, FollowedList($0.query, oracle: $0.name, store)) }
        var random = SeededGenerator(seed: 1)
        for (_, list) in lists { list.display(&random) }
    }

    /// Makes some changes, by commands of the store or from another program.
    func write(_ random: inout SeededGenerator) async throws {
        let changes = model.changes(&random)
        if Bool.random(using: &random) {
            try await store.write(changes.map(\.command))
        } else {
            try await engine.write(changes, to: model)
        }
        model.apply(changes)
    }

    /// Replaces all data.
    func replace(_ random: inout SeededGenerator) async throws {
        let ids = (1...100).map(Int64.init).shuffled(using: &random).prefix(40).sorted()
        model = ItemModel(items: ids.map { Item.random(id: $0, &random) })
        try await engine.replace(with: model.items)
        // A store looks for another file once a turn of the loop. Clients ask in a later turn than they write.
        await EventLoop.shared.pause(.milliseconds(1))
    }

    /// Expects every list to show what the model has, and its change sets to tell what happened. Moves some windows.
    func check(_ when: String, _ random: inout SeededGenerator) async throws {
        let items = engine.keepsInsertionOrder ? model.items : model.items.sorted { $0.id < $1.id }
        for (query, list) in lists {
            await list.settle()
            let expected = query.answer(items)
            let ids = expected.ids.isEmpty && !list.hasSections ? [[]] : expected.ids
            try #require(list.ids == ids, "\(query.name), \(when), \(store.problem?.message ?? "no problem")")
            try #require(list.replica == ids, "the change sets of \(query.name), \(when)")
            #expect(list.shown == Array(expected.rows[list.places]), "\(query.name), \(when)")
            if Int.random(in: 0..<3, using: &random) == 0 { list.display(&random) }
        }
    }

    /// Returns when the store has a problem, or has none.
    func whenProblem(is expected: Bool) async throws {
        guard (store.problem != nil) != expected else { return }
        let gate = Gate()
        store.onProblemChange = { if ($0 != nil) == expected { gate.open() } }
        if (store.problem != nil) == expected { gate.open() }
        await gate.pass()
        store.onProblemChange = nil
    }

    func close() async {
        for (_, list) in lists { list.close() }
        await store.close()
    }
}
