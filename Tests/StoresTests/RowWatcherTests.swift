import JSON
import Lists
import Loop
import Stores
import Tables
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct RowWatcherTests {
    private nonisolated static func artists(_ numbers: Int...) -> Set<RowKey> {
        Set(numbers.map { RowKey("Artist", "\($0)") })
    }

    @Test @SceneActor func aForeignChangeOfWatchedRowsIsReported() async throws {
        try await Music.open { music in
            let told = Told<Set<RowKey>>()
            let watcher = RowWatcher(music.store) { told.all.append($0) }
            watcher.watch(Self.artists(1, 2))
            await watcher.loaded()
            try await music.database.run("UPDATE Artist SET Born = Born + 1 WHERE Id IN (1, 3)")
            try await until("a change is reported") { !told.all.isEmpty }
            #expect(told.all == [Self.artists(1)])
        }
    }

    @Test @SceneActor func equalWritesAndInsertionsAreNotReported() async throws {
        try await Music.open { music in
            let told = Told<Set<RowKey>>()
            let watcher = RowWatcher(music.store) { told.all.append($0) }
            watcher.watch(Self.artists(1, 2, 4))
            await watcher.loaded()
            try await music.database.run("UPDATE Artist SET Name = Name; INSERT INTO Artist VALUES (4, 'D', 1, NULL)")
            try await music.database.run("BEGIN; UPDATE Artist SET Born = 0; ROLLBACK")
            await watcher.loaded()
            try await music.database.run("UPDATE Artist SET Born = 0 WHERE Id = 2")
            try await until("a change is reported") { !told.all.isEmpty }
            #expect(told.all == [Self.artists(2)])
        }
    }

    @Test @SceneActor func deletionsAreDistinctFromChanges() async throws {
        try await Music.open { music in
            let changed = Told<Set<RowKey>>()
            let deleted = Told<Set<RowKey>>()
            let watcher = RowWatcher(
                music.store, onChange: { changed.all.append($0) }, onDelete: { deleted.all.append($0) })
            watcher.watch(Self.artists(1, 2, 3))
            await watcher.loaded()
            try await music.database.run(
                "BEGIN; DELETE FROM Artist WHERE Id = 3; UPDATE Artist SET Born = 1 WHERE Id = 1; END")
            try await until("both are reported") { !changed.all.isEmpty && !deleted.all.isEmpty }
            #expect(changed.all == [Self.artists(1)])
            #expect(deleted.all == [Self.artists(3)])
        }
    }

    @Test @SceneActor func rowsAreWatchedOnceAndReleasedImmediately() async throws {
        try await Music.open { music in
            let told = Told<Set<RowKey>>()
            let watcher = RowWatcher(music.store) { told.all.append($0) }
            watcher.watch(Self.artists(1, 2))
            watcher.watch(RowKey("Artist", "1"))
            #expect(watcher.rows.count == 2)
            await watcher.loaded()
            watcher.unwatch(RowKey("Artist", "2"))
            try await music.store.write(.update(table: "Artist", id: "2", values: ["Born": 1]))
            try await music.store.write(.update(table: "Artist", id: "1", values: ["Born": 1]))
            try await until("a change is reported") { !told.all.isEmpty }
            #expect(told.all == [Self.artists(1)])
        }
    }

    @Test @SceneActor func watchingALaterRowKeepsTheOthers() async throws {
        try await Music.open { music in
            let told = Told<Set<RowKey>>()
            let watcher = RowWatcher(music.store) { told.all.append($0) }
            watcher.watch(RowKey("Artist", "1"))
            await watcher.loaded()
            try await music.database.run("UPDATE Artist SET Born = 0")
            watcher.watch(RowKey("Artist", "2"))
            await watcher.loaded()
            try await until("the change is reported") { !told.all.isEmpty }
            #expect(told.all == [Self.artists(1)])
        }
    }

    @Test @SceneActor func theEndOfALongBlobCounts() async throws {
        try await Music.open { music in
            let told = Told<Set<RowKey>>()
            let watcher = RowWatcher(music.store) { told.all.append($0) }
            watcher.watch(RowKey("Artist", "2"))
            await watcher.loaded()
            try await music.database.run("UPDATE Artist SET Photo = CAST(zeroblob(999) || x'01' AS BLOB) WHERE Id = 2")
            try await until("the change is reported") { !told.all.isEmpty }
        }
    }

    @Test @SceneActor func keysMayHaveSeveralColumnsInSeveralTables() async throws {
        try await Music.open { music in
            let told = Told<Set<RowKey>>()
            let watcher = RowWatcher(music.store) { told.all.append($0) }
            watcher.watch([RowKey("Track", "1,2"), RowKey("Track", "2,1"), RowKey("Artist", "1")])
            await watcher.loaded()
            try await music.database.run("UPDATE Track SET Title = Title || '!' WHERE Artist = 1")
            try await until("the change is reported") { !told.all.isEmpty }
            #expect(told.all == [[RowKey("Track", "1,2")]])
        }
    }

    @Test @SceneActor func theRowsOfADroppedTableAreGone() async throws {
        try await Music.open { music in
            let told = Told<Set<RowKey>>()
            let watcher = RowWatcher(music.store, onDelete: { told.all.append($0) })
            watcher.watch(RowKey("Track", "1,1"))
            await watcher.loaded()
            try await music.database.run("DROP TABLE Track")
            try await until("the deletion is reported") { told.all == [[RowKey("Track", "1,1")]] }
        }
    }

    /// Returns the SQL of a table with a row for each number.
    private static func numbers(upTo last: Int) -> String {
        """
        CREATE TABLE Number (Id INTEGER PRIMARY KEY, Square INTEGER);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(last))
        INSERT INTO Number SELECT i, i * i FROM n;
        """
    }

    /// The first rows of a long list are read before its order is found. Their digests must be the final ones, because
    /// the watcher would report a difference as a change.
    @Test @SceneActor func theFirstRowsOfALongListHaveTheirFinalDigests() async throws {
        try await Music.open(Self.numbers(upTo: 60_000)) { music in
            var query = Query(table: "Number", columns: [])
            query.isDigested = true
            let list = music.store.open(query)
            let told = Told<[[SQLValue]]>()
            list.onEvent = { [unowned list] _ in told.all.append((0..<3).compactMap { list.element(at: $0)?.values }) }
            list.display([0..<3])
            try await until("the order is found") { !told.all.isEmpty && list.isCounted }
            #expect(told.all.count > 1)
            #expect(told.all.allSatisfy { $0 == told.all[0] })
            list.close()
        }
    }

    @Test @SceneActor func manyRowsAreWatchedAtOnce() async throws {
        try await Music.open(Self.numbers(upTo: 1_700)) { music in
            let told = Told<Set<RowKey>>()
            let watcher = RowWatcher(music.store) { told.all.append($0) }
            watcher.watch((1...1_700).map { RowKey("Number", "\($0)") })
            await watcher.loaded()
            try await music.database.run("UPDATE Number SET Square = 0 WHERE Id % 2 = 0")
            try await until("all changes are reported") { told.all.reduce(0) { $0 + $1.count } == 850 }
        }
    }
}
