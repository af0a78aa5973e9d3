import JSON
import Loop
import Lists
import Stores
import Tables
import TestSupport
import Testing

/// One-off queries and transactions in SQL.
@Suite(.timeLimit(.minutes(5))) struct TransactionTests {
    struct Artist: Decodable, Equatable {
        let Id: Int
        let name: String
        let Born: UInt16?
    }

    @Test @SceneActor func readsRowsAsDecodableTypes() async throws {
        try await Music.open { music in
            let sql = "SELECT Id, Name, nullif(Born, ?) AS born FROM Artist WHERE Id IN (?, 3) ORDER BY Id"
            let found: [Artist] = try await music.store.rows(sql, 1968, 1)
            #expect(found == [Artist(Id: 1, name: "AC/DC", Born: 1973), Artist(Id: 3, name: "Can", Born: nil)])
            #expect(try await music.store.rows("SELECT count(*) FROM Artist") == [3])
            #expect(try await music.store.rows("SELECT Born FROM Artist WHERE Id = 3", as: Int?.self) == [1968])
        }
    }

    @Test @SceneActor func readsWhatIsCommittedBeforeTheCall() async throws {
        try await Music.open { music in
            for number in 1...20 {
                _ = try await music.database.run("UPDATE Artist SET Born = \(number) WHERE Id = 1")
                #expect(try await music.store.rows("SELECT Born FROM Artist WHERE Id = 1") == [number])
            }
        }
    }

    /// A caller cannot mend SQL of the app, so that it is no invalid command.
    @Test @SceneActor func sqlThatDoesNotFitTheSchemaFails() async throws {
        try await Music.open { music in
            let failure = CommandError.failed(message: "The database rejected the SQL: no such column: Colour.")
            await #expect(throws: failure) {
                try await music.store.transaction { try $0.run("UPDATE Artist SET Colour = 1") }
            }
        }
    }

    @Test(arguments: [
        "DELETE FROM Artist", "SELECT 1; DELETE FROM Artist", "PRAGMA user_version = 7", "", "SELECT",
        "SELECT Id FROM Artist WHERE Id = ?", "SELECT 'x'", "SELECT Id, Name FROM Artist", "SELECT NULL",
        "ATTACH ':memory:' AS other",
    ]) @SceneActor func refusesWhatIsNoQueryOfTheType(sql: String) async throws {
        try await Music.open { music in
            await #expect(throws: StoreError.self) { try await music.store.rows(sql, as: Int.self) }
            let count: [Int] = try await music.store.rows("SELECT count(*) FROM Artist")
            #expect(count == [3])
        }
    }

    @Test @SceneActor func aTransactionIsDoneAsAWholeAndShown() async throws {
        try await Music.open { music in
            let born = try await music.store.transaction { transaction in
                #expect(try transaction.run("UPDATE Artist SET Born = Born + ? WHERE Born IS NOT NULL", 1) > 0)
                try transaction.run("INSERT INTO Artist (Name) VALUES (?)", "Neu!")
                return try transaction.rows("SELECT Born FROM Artist WHERE Id = ?", 1, as: Int.self)
            }
            #expect(born == [1974])
            #expect(try await music.database.run("SELECT Born FROM Artist WHERE Id = 1") == "1974\n")
        }
    }

    struct Refusal: Error {}

    @Test @SceneActor func anErrorOfTheBodyUndoesItAndIsThrown() async throws {
        try await Music.open { music in
            await #expect(throws: Refusal.self) {
                try await music.store.transaction { transaction in
                    try transaction.run("DELETE FROM Track")
                    throw Refusal()
                }
            }
            await #expect(throws: CommandError.self) {
                try await music.store.transaction { try $0.run("INSERT INTO Artist (Name) VALUES ('Can'), (NULL)") }
            }
            let hasTracks: [Bool] = try await music.store.rows("SELECT count(*) > 0 FROM Track")
            #expect(hasTracks == [true])
        }
    }

    @Test(arguments: [
        "COMMIT", "ROLLBACK", "SAVEPOINT x", "RELEASE oriel", "ROLLBACK TO oriel", "CREATE TABLE x (y)",
        "DROP TABLE Track",
        "PRAGMA user_version = 7", "ATTACH ':memory:' AS other", "DELETE FROM Track; COMMIT", "VACUUM", "SELECT 1",
    ]) @SceneActor func aTransactionRunsChangesOfRowsOnly(sql: String) async throws {
        try await Music.open { music in
            // Batches that come together share a transaction, so that the statement could end that of another.
            async let other = music.store.write(.update(table: "Artist", id: "1", values: ["Born": 1]))
            await #expect(throws: CommandError.self) {
                try await music.store.transaction { transaction in
                    try transaction.run("DELETE FROM Track")
                    try transaction.run(sql)
                }
            }
            _ = try await other
            #expect(try await music.store.rows("SELECT Born FROM Artist WHERE Id = 1") == [1])
            #expect(try await music.store.rows("SELECT count(*) > 0 FROM Track") == [true])
        }
    }

    @Test @SceneActor func transactionsThatComeTogetherSeeEachOther() async throws {
        try await Music.open { music in
            let store = music.store
            _ = try await store.transaction { try $0.run("UPDATE Artist SET Born = 0 WHERE Id = 1") }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        _ = try await store.transaction { try $0.run("UPDATE Artist SET Born = Born + 1 WHERE Id = 1") }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await store.rows("SELECT Born FROM Artist WHERE Id = 1") == [40])
        }
    }
}
