import DataSources
import JSON
import Lists
import Loop
import Observation
import Stores
import Tables
import TestSupport
import Testing

/// Lists whose order takes long to find, or is not found.
@Suite(.timeLimit(.minutes(5))) struct LongListTests {
    private static let sql = """
        CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, n INTEGER);
        WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 120000)
        INSERT INTO t SELECT i, 'name ' || (i * 7919 % 120000), i % 1000 FROM r;
        CREATE INDEX t_name ON t (name);
        """

    @Test @SceneActor func theFirstRowsAppearBeforeTheCount() async throws {
        try await opened { store, _ in
            var query = Query(table: "t", columns: ["name"])
            query.sort = ["name"]
            let list = Looked(at: 0..<50, of: query, in: store)
            try await expectFirstRowsBeforeTheCount(of: list)
        }
    }

    /// Expects the first 51 rows of the 120,000 before all are counted, and the same rows on display then.
    @discardableResult
    @SceneActor private func expectFirstRowsBeforeTheCount(of list: Looked) async throws -> Looked.State {
        try await until("all are counted") { list.states.last?.isCounted == true }
        let first = try #require(list.states.first)
        #expect(first.isCounted == false)
        #expect(first.count == 51)
        #expect(first.names == list.states.last?.names)
        #expect(list.states.last?.count == 120_000)
        return first
    }

    @Test(arguments: [SortTerm(column: "n", isDescending: true), SortTerm(column: "n")])
    @SceneActor func withoutAnIndexTheFirstRowsAppearBeforeTheCount(sort: SortTerm) async throws {
        try await opened { store, database in
            var query = Query(table: "t", columns: ["name"])
            query.sort = [sort]
            let list = Looked(at: 7..<50, of: query, in: store)
            let first = try await expectFirstRowsBeforeTheCount(of: list)
            let order = "n\(sort.isDescending ? " DESC" : ""), id"
            let expected = try await database.run("SELECT name FROM t ORDER BY \(order) LIMIT 43 OFFSET 7")
            #expect(first.names.joined(separator: "\n") == expected.trimmed)
        }
    }

    @Test @SceneActor func aLongListMatchesSQLiteAfterForeignCommits() async throws {
        try await opened { store, database in
            var query = Query(table: "t", columns: ["name"])
            query.sort = [SortTerm(column: "n"), "name"]
            let list = Looked(at: 0..<3, of: query, in: store)
            for change in [
                "UPDATE t SET n = -1 WHERE id = 60000", "DELETE FROM t WHERE n = 0 AND id % 3 = 1",
                "INSERT INTO t SELECT id + 200000, name, -2 FROM t WHERE id % 100 = 1",
                "UPDATE t SET id = -id WHERE id < 100",
                "UPDATE t SET n = 1000 - n, name = 'a long common beginning ' || id",
            ] {
                try await database.run(change)
                let ids = try await database.run("SELECT id FROM t ORDER BY n, name, id").trimmed
                var compared = 0
                try await until("the list is that of now after \(change)") {
                    // Comparing takes long, and this is asked in each turn of the loop that all tests share.
                    guard list.states.count > compared else { return false }
                    compared = list.states.count
                    return list.ids.joined(separator: "\n") == ids
                }
            }
        }
    }

    @Test @SceneActor func aTooLongListShowsTheRequestedRows() async throws {
        try await opened({ $0.listLimit = 100_000 }) { store, database in
            var query = Query(table: "t", columns: ["name"])
            query.sort = [.descending("name")]
            let list = Looked(at: 90_000..<90_003, of: query, in: store)
            try await until("the rows are read") { list.states.last?.names.count == 3 }
            let expected = try await database.run("SELECT name FROM t ORDER BY name DESC, id LIMIT 3 OFFSET 90000")
            #expect(list.states.last?.names.joined(separator: "\n") == expected.trimmed)
            #expect(list.states.last?.isCounted == false)
            try await database.run("UPDATE t SET name = 'zzz' WHERE id = 1")
            let later = try await database.run("SELECT name FROM t ORDER BY name DESC, id LIMIT 3 OFFSET 90000")
            try await until("the change is shown") { list.states.last?.names.joined(separator: "\n") == later.trimmed }
        }
    }

    @Test @SceneActor func rowsOfATooLongListAreReadAgainWhenVisible() async throws {
        try await opened({ $0.listLimit = 100_000 }) { store, _ in
            let list = Looked(at: 0..<200, of: Query(table: "t", columns: ["name"]), in: store)
            for range in [0..<200, 51..<53, 0..<2, 60..<70, 0..<200] {
                list.show(range)
                try await until("the rows at \(range) are read") { list.states.last?.names.count == range.count }
            }
        }
    }

    @Test @SceneActor func listsWhoseOrdersDoNotFitTogetherShowTheRequestedRows() async throws {
        try await opened({ $0.orderMemory = 6_000_000 }) { store, database in
            var query = Query(table: "t", columns: ["name"])
            let first = Looked(at: 0..<3, of: query, in: store)
            try await until("the order is known") { first.states.last?.isCounted == true }
            query.sort = [.descending("name")]
            let second = Looked(at: 90_000..<90_003, of: query, in: store)
            let expected = try await database.run("SELECT name FROM t ORDER BY name DESC, id LIMIT 3 OFFSET 90000")
            try await until("the rows are read") {
                second.states.last?.names.joined(separator: "\n") == expected.trimmed
            }
            #expect(second.states.last?.isCounted == false)
            first.close()
            // The room is free when the lane of the first list has read a commit. Each commit gets time to be read.
            for commit in 1...100 where second.states.last?.isCounted == false {
                try await database.run("UPDATE t SET n = \(commit) WHERE id = 1")
                try? await until("the order is known", within: .seconds(2)) { second.states.last?.isCounted == true }
            }
            #expect(second.states.last?.isCounted == true)
        }
    }

    @Test @SceneActor func aFilterMakesALongTableShort() async throws {
        try await opened({ $0.listLimit = 100_000 }) { store, _ in
            var query = Query(table: "t", columns: ["name"])
            query.filters = [.equal("n", 7)]
            let list = Looked(at: 0..<3, of: query, in: store)
            try await until("the rows are counted") { list.states.last?.count == 120 }
            #expect(list.states.last?.isCounted == true)
        }
    }

    @Test(
        arguments: [
            { $0.columns = ["Nix"] }, { $0.sort = ["Nix"] }, { $0.section = .column("Nix") },
            { $0.section = .initial(of: "Nix") },
            {
                $0.sort = ["Nix"]; $0.section = .expression("n % 2")
            },
        ] as [@Sendable (inout Query) -> Void])
    @SceneActor func anUnknownColumnIsNotText(change: @Sendable (inout Query) -> Void) async throws {
        try await opened { store, database in
            var query = Query(table: "t", columns: ["name"])
            query.filters = [.equal("n", 7)]
            change(&query)
            let list = Looked(at: 0..<3, of: query, in: store)
            try await until("it is reported") { list.problem != nil }
            #expect(list.problem?.code == "query-failed")
            #expect(list.problem?.message.contains("no such column: t.Nix") == true, "\(list.problem?.message ?? "")")
            try await database.run("ALTER TABLE t RENAME COLUMN name TO Nix")
            try await until("it is read") { list.problem == nil || list.problem?.message.contains("t.name") == true }
        }
    }

    /// An endless view makes a job use its full time, and the long list must be compared in the same job.
    @Test @SceneActor func otherRowsAreReadDuringALongSearch() async throws {
        try await opened({ $0.queryTimeout = .seconds(2) }) { store, database in
            try await database.run(
                "CREATE VIEW v AS WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT 1 FROM r) SELECT max(i) FROM r, t")
            let list = Looked(at: 0..<3, of: Query(table: "t", columns: ["name"]), in: store)
            try await until("all are counted") { list.states.last?.isCounted == true }
            let endless = Looked(at: 0..<3, of: Query(table: "v", columns: ["max(i)"]), in: store)
            try await until("the view has been given up") { !endless.states.isEmpty }
            var (isReadMeanwhile, place) = (false, 0)
            for _ in 0..<20 where !isReadMeanwhile {
                let (start, looks) = (ContinuousClock.now, endless.states.count)
                try await database.run("UPDATE t SET n = n + 1 WHERE id = 7")
                var last = start  // when rows were read before the look was over
                while endless.states.count == looks {
                    place = (place + 1_009) % 119_000
                    list.show(place..<place + 3)
                    try await until("rows are read, or the look is over") {
                        list.states.last?.names.count == 3 || endless.states.count > looks
                    }
                    if endless.states.count == looks { last = .now }
                    await endOfTurn()
                }
                isReadMeanwhile = last - start > (.now - start) / 2  // by then the look had long begun
            }
            #expect(isReadMeanwhile)
        }
    }

    @Test @SceneActor func aWriteDoesNotWaitForAViewThatIsReadForTheFirstTime() async throws {
        try await opened({ ($0.queryTimeout, $0.showTimeout) = (.seconds(100), .seconds(100)) }) { store, database in
            try await database.run(
                "CREATE VIEW v AS WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT 1 FROM r) SELECT max(i) FROM r, t")
            let list = Looked(at: 0..<3, of: Query(table: "t", columns: ["name"]), in: store)
            try await until("all are counted") { list.states.last?.isCounted == true }
            let endless = Looked(at: 0..<3, of: Query(table: "v", columns: ["max(i)"]), in: store)
            await endOfTurn()
            try await store.write(.insert(table: "t", values: ["name": "new"]))
            #expect(list.states.last?.count == 120_001)
            #expect(endless.states.isEmpty)
        }
    }

    @SceneActor private func opened(
        _ configure: (inout StoreConfiguration) -> Void = { _ in },
        _ body: @SceneActor (Store, Database) async throws -> Void
    ) async throws {
        let database = try await blocking { try Database(Self.sql) }
        var configuration = StoreConfiguration()
        configure(&configuration)
        try await using(
            { try await Store(path: database.path, configuration: configuration) }, close: { await $0.close() }
        ) { try await body($0, database) }
    }
}

/// The states that a list reported to an observer of some rows.
@Observable @SceneActor private final class Looked {
    struct State {
        let count: Int
        let isCounted: Bool
        let names: [String]
    }

    private(set) var states: [State] = []
    private(set) var problem: ListProblem?
    /// All ids that the list has now.
    var ids: [String] { (0..<(states.isEmpty ? 0 : list.count)).map(list.id) }
    /// Returns whether every commit that is known is shown.
    func checkIsCurrent() -> Bool { list.checkIsCurrent() }
    @ObservationIgnored private let list: LiveList
    @ObservationIgnored private var range: Range<Int>

    init(at range: Range<Int>, of query: Query, in store: Store) {
        self.range = range
        list = store.open(query)
        list.onEvent = { [weak self] event in
            if case .failed(let problem) = event { self?.problem = problem }
            self?.record()
        }
        list.display([range])
    }

    /// Observes other rows from now on. Known rows may be available at once.
    func show(_ range: Range<Int>) {
        self.range = range
        list.display([range])
        record()
    }

    func close() { list.close() }

    private func record() {
        let names = range.compactMap { list.element(at: $0)?.values.first.flatMap { String(sqlValue: $0) } }
        states.append(State(count: list.count, isCounted: list.isCounted, names: names))
    }
}

extension String {
    fileprivate var trimmed: String { String(dropLast(hasSuffix("\n") ? 1 : 0)) }
}
