import GRDB
import Synchronization
import Testing

@testable import OrielCommand

@Suite(.timeLimit(.minutes(5))) struct DemoTickerTests {
    /// A library in memory, filled as the file is.
    private func library() throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write { database in
            try database.execute(sql: DemoSchema.tables)
            var rows = DemoRows(database: database)
            try rows.insertAll()
        }
        return queue
    }

    @Test func sameSeedSaysTheSame() {
        var (first, second) = (DemoTicker(seed: 7), DemoTicker(seed: 7))
        for _ in 0..<100 { #expect(first.next() == second.next()) }
    }

    @Test func everyTickChangesRowsAndTheLibraryDoesNotGrow() throws {
        let queue = try library()
        var ticker = DemoTicker(seed: 11)
        try queue.write { database in
            let before = try Int.fetchOne(database, sql: "SELECT count(*) FROM Track") ?? 0
            var most = before
            for _ in 0..<2_000 {
                let changes = database.totalChangesCount
                try database.execute(sql: ticker.next().joined(separator: "; "))
                #expect(database.totalChangesCount > changes)
                most = max(most, try Int.fetchOne(database, sql: "SELECT count(*) FROM Track") ?? 0)
            }
            #expect(most > before)
            #expect(most <= before + DemoSize.passingTracks.count)
            #expect(try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").isEmpty)
        }
    }

    @Test func failsNoStatementWhenAPersonHasDeletedEverything() throws {
        let queue = try library()
        var ticker = DemoTicker(seed: 13)
        try queue.write { database in
            try database.execute(sql: "DELETE FROM Artist; DELETE FROM Playlist")
            for _ in 0..<200 { try database.execute(sql: ticker.next().joined(separator: "; ")) }
            #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM Track") == 0)
        }
    }

    @Test func runsUntilItIsCancelledAndOutlivesAFailure() async {
        struct Refusal: Error {}
        let executed = Mutex(0)
        let failed = Mutex(0)
        let task = Task {
            var ticker = DemoTicker(seed: 17)
            await ticker.run(every: .microseconds(1)) { _ in
                let count = executed.withLock { count in
                    count += 1
                    return count
                }
                if count == 5 { withUnsafeCurrentTask { $0?.cancel() } }
                throw Refusal()
            } failed: { _ in
                failed.withLock { $0 += 1 }
            }
        }
        await task.value
        #expect(executed.withLock { $0 } == 5)
        #expect(failed.withLock { $0 } == 5)
    }
}
