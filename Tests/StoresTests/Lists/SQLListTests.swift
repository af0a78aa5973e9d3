import DataSources
import JSON
import Loop
import TestSupport
import Testing

@testable import Lists
@testable import Stores
@testable import Tables

@Suite(.timeLimit(.minutes(5))) struct SQLListTests {
    private static let tracks =
        "SELECT Name, count(*) AS Tracks FROM Artist JOIN Track ON Artist.Id = Artist GROUP BY Name"

    @SceneActor private func show(
        _ music: Music, _ sql: String, _ columns: [String], key: [String] = [], _ parameters: [(any ColumnValue)?] = []
    ) -> Shown<Record> {
        Shown(music.store.list(sql: sql, columns: columns, key: key, parameters: parameters) { $0 })
    }

    @Test @SceneActor func aJoinFollowsTheTablesThatItReads() async throws {
        try await Music.open { music in
            let shown = show(music, Self.tracks + " ORDER BY Tracks DESC", ["Tracks", "Name"], key: ["Name"])
            try await until("it is read") { shown.items.map(\.id) == ["AC/DC", "Björk"] }
            #expect(shown.items[0]["Tracks"] == 2)
            try await music.database.run("INSERT INTO Track VALUES (2, 2, 'Hyperballad'), (2, 3, 'Army of Me')")
            try await until("it is read again") { shown.items.map(\.id) == ["Björk", "AC/DC"] }
            try await music.store.write(.update(table: "Artist", id: "1", values: ["Name": "ABBA"]))
            try await until("it is read again") { shown.items.map(\.id) == ["Björk", "ABBA"] }
        }
    }

    @Test @SceneActor func aQueryDoesNotRunForUnreadTables() async throws {
        try await Music.open { music in
            let chance = show(music, "SELECT random() AS R, max(Id) AS Last FROM Artist", ["R", "Last"], key: ["Last"])
            let tracks = show(music, "SELECT count(*) AS N FROM Track", ["N"], key: ["N"])
            try await until("both are read") { chance.isRead && tracks.isRead }
            let number: Int? = chance.items.first?["R"]
            try await music.store.write(.delete(table: "Track", id: "2,1"))
            try await until("the other is read again") { tracks.items.first?["N"] == 2 }
            #expect(chance.items.first?["R"] == number)
            try await music.store.write(.update(table: "Artist", id: "1", values: ["Born": 1]))
            try await until("it is run again") { chance.items.first?["R"] != number }
        }
    }

    @Test @SceneActor func parametersAreBoundInOrder() async throws {
        try await Music.open { music in
            let sql = "SELECT Id, ? AS Said, ? AS Missing FROM Artist WHERE Born BETWEEN ? AND ?"
            let shown = show(music, sql, ["Said", "Missing"], key: ["Id"], ["yes", nil, 1965, 1970])
            try await until("it is read") { shown.items.map(\.id) == ["2", "3"] }
            #expect(shown.items[0]["Said"] == "yes")
            #expect(shown.items[0].value(of: "Missing") == .null)
        }
    }

    @Test @SceneActor func rowsWithoutAKeyAreNamedByTheirContent() async throws {
        try await Music.open { music in
            let shown = show(music, "SELECT Artist FROM Track ORDER BY 1", ["artist"])
            try await until("it is read") { shown.items.count == 3 }
            #expect(Set(shown.items.map(\.id)).count == 3)
        }
    }

    @Test(arguments: [
        ("DELETE FROM Track", "a query must be a single SELECT"),
        ("PRAGMA user_version = 1", "a query must be a single SELECT"),
        ("SELECT Missing FROM Track", "no such column"), ("SELECT Title FROM Track", "has no column \"Id\""),
        ("SELECT Artist AS Id FROM Track", "two rows have the key 1"),
        ("SELECT 1 AS Id WHERE ? = 1", "has 1 parameters"),
    ])
    @SceneActor func faultsOfAQueryAreReported(_ sql: String, _ reason: String) async throws {
        try await Music.open { music in
            let shown = show(music, sql, ["Id"], key: ["Id"])
            try await until("it is reported") { shown.problem != nil }
            #expect(shown.problem?.code == "query-failed")
            #expect(shown.problem?.message.contains(reason) == true, "\(shown.problem?.message ?? "")")
        }
    }

    @Test @SceneActor func aQueryIsAnsweredOnceItsTableExists() async throws {
        try await Music.open { music in
            let shown = show(music, "SELECT Id FROM Label", ["Id"], key: ["Id"])
            try await until("it is reported") { shown.problem != nil }
            try await music.database.run("CREATE TABLE Label (Id INTEGER PRIMARY KEY); INSERT INTO Label VALUES (7)")
            try await until("it is read") { shown.items.map(\.id) == ["7"] }
            #expect(shown.problem == nil)
        }
    }

    @Test @SceneActor func manyRowsAreShownFromAnyPosition() async throws {
        try await Music.open { music in
            let sql = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT i FROM n"
            let list = music.store.open(.sql(sql, columns: ["i"], key: ["i"]))
            let told = Told<Bool>()
            list.onEvent = { _ in told.all.append(list.element(at: 4_001) != nil) }
            list.display([0..<2, 4_000..<4_002])
            try await until("it is read") { told.all.contains(true) }
            #expect(list.element(at: 1)?.values == [.integer(2)])
            #expect(list.element(at: 4_001)?.values == [.integer(4_002)])
            #expect(list.count == 5_000)
            #expect(list.basis == ListBasis(reads: [], rereads: []))
            list.close()
        }
    }
}
