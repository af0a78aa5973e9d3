import JSON
import Loop
import Stores
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct TableWatcherTests {
    @Test(arguments: [
        "INSERT INTO Artist VALUES (9, 'Z', 1, NULL)", "DELETE FROM Artist WHERE Id = 3",
        "UPDATE Artist SET Born = NULL WHERE Id = 3", "ALTER TABLE Artist ADD COLUMN Note DEFAULT 'x'",
    ])
    @SceneActor func anyDifferenceInATableIsReported(_ sql: String) async throws {
        try await Music.open { music in
            let told = Told<Int>()
            let watcher = TableWatcher(music.store, "Artist") { told.all.append(1) }
            await watcher.loaded()
            try await music.database.run(sql)
            try await until("it is reported") { told.all.count == 1 }
            withExtendedLifetime(watcher) {}
        }
    }

    @Test @SceneActor func otherTablesAndEqualWritesAreNotReported() async throws {
        try await Music.open { music in
            let artists = Told<Int>()
            let tracks = Told<Int>()
            let watchers = [
                TableWatcher(music.store, "Artist") { artists.all.append(1) },
                TableWatcher(music.store, "Track") { tracks.all.append(1) },
            ]
            for watcher in watchers { await watcher.loaded() }
            try await music.database.run("UPDATE Artist SET Name = Name")
            try await music.database.run("UPDATE Track SET Title = 'x' WHERE Number = 1")
            try await until("the other table's change is reported") { tracks.all.count == 1 }
            #expect(artists.all.isEmpty)
        }
    }

    @Test @SceneActor func aViewIsReadOnlyForTheTablesBehindIt() async throws {
        let views = "CREATE VIEW Chance AS SELECT random() FROM Artist; CREATE VIEW Titles AS SELECT Title FROM Track;"
        try await Music.open(views) { music in
            let chance = Told<Int>()
            let titles = Told<Int>()
            let watchers = [
                TableWatcher(music.store, "Chance") { chance.all.append(1) },
                TableWatcher(music.store, "Titles") { titles.all.append(1) },
            ]
            for watcher in watchers { await watcher.loaded() }
            try await music.store.write(.update(table: "Track", id: "1,1", values: ["Title": "x"]))
            try await until("the change behind one is reported") { titles.all.count == 1 }
            #expect(chance.all.isEmpty)
            try await music.store.write(.update(table: "Artist", id: "1", values: ["Born": 1]))
            try await until("it has been read again") { chance.all.count == 1 }
            #expect(titles.all.count == 1)
            withExtendedLifetime(watchers) {}
        }
    }
}
