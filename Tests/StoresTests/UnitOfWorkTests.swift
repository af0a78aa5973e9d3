import Changes
import JSON
import Loop
import Stores
import Tables
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct UnitOfWorkTests {
    @Test @SceneActor func simultaneousCommandsAllRun() async throws {
        try await Music.open { music in
            let outcomes = try await music.store.write([
                .insert(table: "Artist", values: ["Name": "Neu!"]), .delete(table: "Track", id: "2,1"),
                .delete(table: "Artist", id: "2"), .update(table: "Artist", id: "3", values: ["Id": 7, "Born": 1]),
            ])
            #expect(outcomes.map(\.id) == ["4", nil, nil, "7"])
            let found = try await music.database.run("SELECT Id || Name FROM Artist ORDER BY Id")
            #expect(found == "1AC/DC\n4Neu!\n7Can\n")
        }
    }

    @Test @SceneActor func theFirstRefusedCommandUndoesThoseBeforeIt() async throws {
        try await Music.open { music in
            let error = await #expect(throws: CommandError.self) {
                try await music.store.write([
                    .update(table: "Artist", id: "1", values: ["Name": "X"]),
                    .insert(table: "Artist", values: ["Name": "Can"]),
                ])
            }
            guard case .invalid(_, let fields) = error else { throw ClientError("\(String(describing: error))") }
            #expect(fields.keys.sorted() == ["Name"])
            #expect(try await music.database.run("SELECT Name FROM Artist WHERE Id = 1") == "AC/DC\n")
        }
    }

    @Test @SceneActor func aRowReplacesTheOneWithItsKey() async throws {
        try await Music.open { music in
            let outcomes = try await music.store.write([
                .put(table: "Artist", values: ["Id": 1, "Name": "AC-DC"]),
                .put(table: "Artist", values: ["Id": 12, "Name": "New"]),
                .put(table: "Track", values: ["Artist": 1, "Number": 2, "Title": "Other"]),
                .put(table: "Track", values: ["Artist": 3, "Number": 1, "Title": "Third"]),
            ])
            #expect(outcomes.map(\.id) == ["1", "12", "1,2", "3,1"])
            let artists = try await music.database.run("SELECT Name, Born FROM Artist WHERE Id IN (1, 12) ORDER BY Id")
            #expect(artists == "AC-DC|1973\nNew|\n")
            #expect(try await music.database.run("SELECT count(*), min(Title) FROM Track") == "4|Jóga\n")
        }
    }

    @Test @SceneActor func aFailedConditionRefusesAllCommands() async throws {
        try await Music.open { music in
            let update = WriteCommand.update(table: "Artist", id: "1", values: ["Born": 2])
            await #expect(
                throws: CommandError.conflict(
                    message: "The row was changed by someone else.", fields: ["Born": "was changed by someone else"])
            ) {
                try await music.store.write([
                    update, .check(table: "Artist", id: "3", values: ["Born": .integer(1), "Name": .text("Can")]),
                ])
            }
            #expect(try await music.database.run("SELECT Born FROM Artist WHERE Id = 1") == "1973\n")
            try await music.store.write([.check(table: "Artist", id: "1", values: ["Born": .integer(1973)]), update])
            #expect(try await music.database.run("SELECT Born FROM Artist WHERE Id = 1") == "2\n")
        }
    }

    @Test @SceneActor func anAttachedDatabaseDoesNotRepeatARecordedCommand() async throws {
        try await Music.open { music in
            let path = music.database.path
            let work: [WriteCommand] = [
                .check(table: "Artist", id: "3", values: ["Born": .integer(1968)]),
                .update(table: "Artist", id: "3", values: ["Id": 9, "Born": 1974]),
            ]
            try await blocking { _ = try LogFile(path: path).attach() }
            let receipt = Receipt(key: "/Artist:update one", request: .max)
            #expect(try await music.store.write(work, once: receipt).last?.id == "9")
            #expect(try await music.store.write(work, once: receipt).last?.id == "9")
            await #expect(throws: CommandError.keyReused) {
                let other = Receipt(key: "/Artist:update one", request: 0)
                _ = try await music.store.write(work, once: other)
            }
            let elsewhere = Receipt(key: "/Artist/1:update one", request: .max)
            await #expect(throws: CommandError.notFound) {
                _ = try await music.store.write(work, once: elsewhere)
            }
            #expect(try await music.database.run("SELECT Id, Born FROM Artist WHERE Born > 1973") == "9|1974\n")
        }
    }
}
