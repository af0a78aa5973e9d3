import DataSources
import Lists
import Loop
import Observation
import Stores
import Tables
import TestSupport
import Testing

/// Long searches show the rows found so far.
@Suite(.timeLimit(.minutes(5))) struct SearchingListTests {
    /// A table whose rows take about a millisecond each to search; 3 of 200 match.
    private static func sql(rows: Int) -> String {
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT,
          slow TEXT AS (length(replace(hex(zeroblob(40000 + id)), '00', '000')) || '') VIRTUAL);
        WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < \(rows))
        INSERT INTO t SELECT i, CASE WHEN i % 200 < 3 THEN 'Found ' ELSE 'other ' END || (i * 7919 % 10007) FROM r;
        """
    }

    @Test(arguments: [[], ["name"]] as [[SortTerm]])
    @SceneActor func aTimedOutSearchShowsAndReportsItsPartialResult(sort: [SortTerm]) async throws {
        try await opened(rows: 60_000, { $0.queryTimeout = .seconds(2) }) { store, _ in
            let list = Searched("found", sort, in: store)
            try await until("some rows are found") {
                list.states.last.map { $0.isSearching && !$0.names.isEmpty } ?? false
            }
            #expect(list.states.allSatisfy { $0.isSearching && !$0.isCounted })
            #expect(list.problem == nil)
            try await until("the search is ended") { list.problem != nil }
            #expect(list.problem?.code == "query-too-slow")
            let last = try #require(list.states.last)
            #expect(!last.isCounted && !last.isSearching)
            #expect(last.count > 0 && last.names.allSatisfy { $0.hasPrefix("Found") })
            if !sort.isEmpty { #expect(last.names == last.names.sorted()) }
        }
    }

    @Test @SceneActor func aSearchMatchesSQLite() async throws {
        try await opened(rows: 1_000) { store, database in
            let list = Searched("found", ["name"], in: store)
            try await until("all are counted") { list.states.last?.isCounted == true }
            let expected = try await database.run("SELECT name FROM t WHERE name LIKE 'found%' ORDER BY name, id")
            #expect(list.states.last?.names == expected.split(separator: "\n").map(String.init))
            let early = list.states.prefix { !$0.isCounted }
            #expect(!early.contains { !$0.isSearching })
            #expect(list.states.last?.isSearching == false)
            #expect(list.problem == nil)
        }
    }

    @Test @SceneActor func aSearchIsNotEmptyBeforeItsEnd() async throws {
        try await opened(rows: 1_000) { store, _ in
            let list = Searched("nothing", [], in: store)
            try await until("all are counted") { list.states.last?.isCounted == true }
            #expect(list.states.last?.count == 0)
            let early = list.states.prefix { !$0.isCounted }
            #expect(!early.contains { !$0.isSearching })
        }
    }

    @SceneActor private func opened(
        rows: Int, _ configure: (inout StoreConfiguration) -> Void = { _ in },
        _ body: @SceneActor (Store, Database) async throws -> Void
    ) async throws {
        let database = try await blocking { try Database(Self.sql(rows: rows)) }
        var configuration = StoreConfiguration()
        configure(&configuration)
        try await using(
            { try await Store(path: database.path, configuration: configuration) }, close: { await $0.close() }
        ) { try await body($0, database) }
    }
}

/// The states that a search reported.
@Observable @SceneActor private final class Searched {
    struct State {
        let count: Int
        let isCounted: Bool
        let isSearching: Bool
        let names: [String]
    }

    private(set) var states: [State] = []
    private(set) var problem: ListProblem?
    @ObservationIgnored private let list: LiveList

    init(_ text: String, _ sort: [SortTerm], in store: Store) {
        var query = Query(table: "t", columns: ["name"])
        (query.search, query.sort) = (text, sort)
        list = store.open(query)
        list.onEvent = { [weak self] event in
            if case .failed(let problem) = event { self?.problem = problem }
            if self?.list.isLoaded == true { self?.record() }
        }
        list.display([0..<50])
    }

    private func record() {
        let names = (0..<50).compactMap { list.element(at: $0)?.values.first.flatMap { String(sqlValue: $0) } }
        states.append(State(count: list.count, isCounted: list.isCounted, isSearching: list.isSearching, names: names))
    }
}
