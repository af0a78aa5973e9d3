import DataSources
import JSON
import Lists
import Loop
import Stores
import Tables
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct NullKeyTests {
    @Test @SceneActor func aRowWhoseKeyIsFilledInIsInTheListOnce() async throws {
        let sql =
            "CREATE TABLE Label (Code TEXT PRIMARY KEY, Name TEXT); INSERT INTO Label VALUES (NULL, 'a'), ('x', 'b');"
        try await Music.open(sql) { music in
            let shown = Shown(music.store.list("Label", sort: ["Name"]) { $0 })
            try await until("it is read") { shown.items.map(\.id) == ["~i1", "x"] }
            try await music.store.write(.update(table: "Label", id: "~i1", values: ["Code": "y"]))
            try await until("it has its name") { shown.items.first?.id == "y" }
            #expect(shown.items.map(\.id) == ["y", "x"])
        }
    }
}
