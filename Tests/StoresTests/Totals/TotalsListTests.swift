import DataSources
import JSON
import Loop
import Tables
import TestSupport
import Testing

@testable import Lists
@testable import Stores

@Suite(.timeLimit(.minutes(5))) struct TotalsListTests {
    @Test @SceneActor func groupsAreRecords() async throws {
        try await Music.open { music in
            let list = music.store.totals(
                of: "Track", by: "Artist", [.count, .max("Title", as: "last")], sort: [.descending("count")]
            ) { $0 }
            let shown = Shown(list)
            try await until("they are read") { shown.items.map(\.id) == ["1", "2"] }
            #expect(shown.items[0]["count"] == 2)
            #expect(shown.items[0]["last"] == "TNT")
            #expect(shown.items[0]["Artist"] == 1)
            try await music.store.write([
                .insert(table: "Track", values: ["Artist": 2, "Number": 2, "Title": "Army of Me"]),
                .insert(table: "Track", values: ["Artist": 2, "Number": 3, "Title": "Yoga"]),
            ])
            try await until("they have changed") { shown.items.map(\.id) == ["2", "1"] }
            #expect(shown.items[0]["last"] == "Yoga")
            try await music.database.run("DELETE FROM Track WHERE Artist = 1")
            try await until("a group has gone") { shown.items.map(\.id) == ["2"] }
        }
    }

    @Test @SceneActor func totalsDeclareTheirUpdateMethod() async throws {
        try await Music.open("CREATE VIEW Named AS SELECT * FROM Track JOIN Artist ON Id = Artist;") { music in
            let lists = ["Track", "Named"].map { music.store.open(.totals(of: $0, by: "Artist", [.count])) }
            let told = Told<Bool>()
            for list in lists {
                list.onEvent = { _ in told.all.append(lists.allSatisfy(\.isLoaded)) }
                list.display([0..<9])
            }
            try await until("they are read") { told.all.contains(true) }
            #expect(lists[0].basis == ListBasis(reads: ["Track"], rereads: []))
            #expect(lists[1].basis == ListBasis(reads: ["Artist", "Track"], rereads: ["Artist", "Track"]))
            #expect(lists.allSatisfy { $0.id(at: 0) == "1" && $0.count == 2 })
            for list in lists { list.close() }
        }
    }

    @Test @SceneActor func groupsOfTotalsCountAsOrderMemory() async throws {
        let sql = """
            CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
            INSERT INTO t SELECT i, printf('a name of some length %d', i) FROM n;
            """
        let database = try await blocking { try Database(sql) }
        var configuration = StoreConfiguration()
        configuration.orderMemory = 4_000_000
        try await using(
            { try await Store(path: database.path, configuration: configuration) }, close: { await $0.close() }
        ) { store in
            let told = Told<[String]>()
            let lists = (0..<8).map { _ in store.open(.totals(of: "t", by: "name", [.count])) }
            var problems: [Int: String] = [:]
            for (number, list) in lists.enumerated() {
                list.onEvent = { event in
                    if case .failed(let problem) = event { problems[number] = problem?.message }
                    told.all.append(lists.indices.compactMap { lists[$0].isLoaded ? "read" : problems[$0] })
                }
                list.display([0..<9])
            }
            try await until("each is read or refused") { told.all.last?.count == lists.count }
            let refusals = (told.all.last ?? []).filter { $0 != "read" }
            #expect((1..<lists.count).contains(refusals.count))
            #expect(refusals.allSatisfy { $0.contains("orderMemory") })
            for list in lists { list.close() }
        }
    }

    @Test @SceneActor func anOverflowingSumIsTheListsProblemUntilItFits() async throws {
        try await Music.open { music in
            let shown = Shown(music.store.totals(of: "Artist", by: "Photo", [.sum("Born")]) { $0 })
            try await until("it is read") { shown.isRead }
            try await music.store.write(.update(table: "Artist", id: "1", values: ["Born": .int(.max)]))
            try await until("it is reported") { shown.problem?.code == "query-failed" }
            #expect(shown.problem?.message.contains("integer overflow") == true)
            try await music.store.write(.update(table: "Artist", id: "1", values: ["Born": 1]))
            try await until("it is over") { shown.problem == nil }
            #expect(shown.items.first?["sum(Born)"] == 1_969)
        }
    }

    @Test @SceneActor func theListsOfAJobShowOneState() async throws {
        try await Music.open { music in
            var query = Query.totals(of: "Track", by: "Artist", [.count])
            query.groupLimit = 100
            let sql = "SELECT count(*) AS N, (WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r "
            let slow = "WHERE i < 100000) SELECT max(i) FROM r) AS Last FROM Track"
            let first = music.store.open(query)
            let later = music.store.open(Query(sql: sql + slow, columns: ["N"], key: ["N"], parameters: []))
            let told = Told<[SQLValue]>()
            var writing: Task<Void, any Error>?
            first.onEvent = { _ in
                guard writing == nil else { return }
                writing = Task { _ = try await music.store.write(.delete(table: "Track", id: "2,1")) }
            }
            later.onEvent = { [unowned later] _ in told.all.append(later.element(at: 0)?.values ?? []) }
            for list in [first, later] { list.display([0..<9]) }
            try await until("the write is shown") { told.all.last == [.integer(2)] }
            #expect(told.all.first == [.integer(3)])
            try await writing?.value
            for list in [first, later] { list.close() }
        }
    }
}
