import Changes
import DataSources
import JSON
import Lists
import Loop
import Stores
import Tables
import TestSupport
import Testing

@SceneActor private final class LastingCell: RecordCell {
    var record: Record
    init(_ record: Record) { self.record = record }
    var name: String { record["Name"] ?? "" }
}

@SceneActor private final class PlainCell {
    let name: String
    init(_ record: Record) { name = record["Name"] ?? "" }
}

@Suite(.timeLimit(.minutes(5))) struct RecordListTests {
    @Test @SceneActor func aCellStaysWhenItsRowChangesAndMoves() async throws {
        try await Music.open { music in
            let list = music.store.list("Artist", sort: ["Name"]) { LastingCell($0) }
            let shown = Shown(list)
            try await until("the list is read") { shown.items.map(\.name) == ["AC/DC", "Björk", "Can"] }
            let cells = shown.items
            try await music.database.run("UPDATE Artist SET Name = 'Zappa' WHERE Id = 1")
            try await until("the row has moved") { shown.items.map(\.name) == ["Björk", "Can", "Zappa"] }
            #expect(shown.items[2] === cells[0])
            #expect(shown.items[0] === cells[1])
        }
    }

    @Test @SceneActor func recordsOfTwoListsAreEqualIfTheirRowsAre() async throws {
        try await Music.open { music in
            let lists = [nil, nil, ["Name"]].map { columns in
                Shown(music.store.list("Artist", columns: columns, sort: ["Name"]) { LastingCell($0) })
            }
            try await until("the lists are read") { lists.allSatisfy { $0.items.count == 3 } }
            let records = lists.map { $0.items.map(\.record) }
            #expect(records[0] == records[1] && records[0][0] != records[1][1])
            #expect(records[0][0] != records[2][0])
        }
    }

    @Test @SceneActor func aCellHasTheNewRowBeforeObserversAreNotified() async throws {
        try await Music.open { music in
            let list = music.store.list("Artist", sort: ["Name"]) { LastingCell($0) }
            let shown = Shown(list)
            try await until("the list is read") { shown.items.count == 3 }
            let cell = shown.items[0]
            var names: [String] = []
            let observation = list.observe { event in
                if case .changed = event { names.append(cell.name) }
            }
            try await music.database.run("UPDATE Artist SET Name = 'ABBA' WHERE Id = 1")
            try await until("the row has changed") { shown.items.map(\.name).contains("ABBA") }
            #expect(names == ["ABBA"])
            withExtendedLifetime(observation) {}
        }
    }

    /// One section would be a list that no client requested.
    @Test @SceneActor func aViewWithoutSectionsReportsIt() async throws {
        try await Music.open("CREATE VIEW Named AS SELECT Name FROM Artist") { music in
            let list = music.store.list("Named", by: .column("Name")) { PlainCell($0) }
            let told = Told<ListProblem>()
            let observation = list.observe { if case .failed(let found?) = $0 { told.all.append(found) } }
            list.display([0..<10])
            try await until("the problem is reported") { !told.all.isEmpty }
            #expect(told.all[0].code == "query-failed" && told.all[0].message.contains("sections"))
            #expect(!list.isLoaded)
            withExtendedLifetime(observation) {}
        }
    }

    @Test @SceneActor func anItemWithoutARecordIsRecreated() async throws {
        try await Music.open { music in
            let shown = Shown(music.store.list("Artist", sort: ["Id"]) { PlainCell($0) })
            try await until("the list is read") { shown.items.count == 3 }
            let cells = shown.items
            try await music.database.run("UPDATE Artist SET Name = 'ABBA' WHERE Id = 1")
            try await until("the row has changed") { shown.items.first?.name == "ABBA" }
            #expect(shown.items[0] !== cells[0])
            #expect(shown.items[1] === cells[1])
        }
    }

    @Test(
        arguments: [
            ([Filter.equal("Born", 1965)], "", ["Id"], ["Björk"]),
            ([.equal("Photo", nil)], "", [.descending("Name")], ["Can", "AC/DC"]),
            ([.not("Photo", nil)], "", [], ["Björk"]),
            ([.any("Id", of: [1, 3])], "", ["Id"], ["AC/DC", "Can"]),
            ([.range("Born", 1965...1968)], "", ["Name"], ["Björk", "Can"]),
            ([.range("Born", 1968...)], "", ["Born"], ["Can", "AC/DC"]),
            ([.range("Born", ..<1968), .equal("Id", 2)], "", [], ["Björk"]),
            ([], "c", ["Name"], ["AC/DC", "Can"]),
        ] as [([Filter], String, [SortTerm], [String])])
    @SceneActor func listsAreFilteredSearchedAndSorted(
        _ filters: [Filter], _ search: String, _ sort: [SortTerm], _ names: [String]
    ) async throws {
        try await Music.open { music in
            let shown = Shown(music.store.list("Artist", where: filters, search: search, sort: sort) { PlainCell($0) })
            try await until("the list is read") { shown.items.map(\.name) == names }
        }
    }

    @Test @SceneActor func theValuesOfAColumnAreALiveList() async throws {
        try await Music.open { music in
            let values = music.store.values(of: "Born", in: "Artist", where: [.not("Id", 2)])
            let shown = Shown(values)
            try await until("the values are read") { shown.items.map { $0["Born"] as Int? } == [1968, 1973] }
            try await music.database.run(
                "UPDATE Artist SET Born = NULL WHERE Id = 1; INSERT INTO Artist VALUES (5, 'Five', 1968, NULL)")
            try await until("they follow") { shown.items.map { $0["Born"] as Int? } == [nil, 1968] }
            let nobody = music.store.list("Artist", where: [Filter(column: "Born", id: shown.items[0].id)]) { $0 }
            let found = Shown(nobody)
            try await until("rows of a value are found by its identity") { found.items.map(\.id) == ["1"] }
        }
    }

    @Test @SceneActor func anEmptyListIsOneSectionWithoutRows() async throws {
        try await Music.open { music in
            let list = music.store.list("Artist", where: [.equal("Id", 99)]) { PlainCell($0) }
            let shown = Shown(list)
            try await until("the list is read") { shown.isRead }
            #expect(list.sectionCount == 1 && list.rowCount(in: 0) == 0)
            #expect(list.section(at: 0).id == "Artist")
        }
    }

    @Test @SceneActor func anUnknownTableIsAProblem() async throws {
        try await Music.open { music in
            let shown = Shown(music.store.list("Nobody") { PlainCell($0) })
            try await until("the problem is reported") { shown.problem?.code == "gone" }
            try await music.database.run("CREATE TABLE Nobody (Id INTEGER PRIMARY KEY)")
            try await until("the problem is over") { shown.problem == nil && shown.isRead }
        }
    }

    @Test @SceneActor func aReleasedListReportsNothing() async throws {
        try await Music.open { music in
            var list: FetchedDataSource<Record, PlainCell>? = music.store.list("Artist") { PlainCell($0) }
            weak let gone = list
            list?.display([0..<3])
            list = nil
            #expect(gone == nil)
            try await music.store.write(.update(table: "Artist", id: "1", values: ["Born": 1]))
        }
    }
}
