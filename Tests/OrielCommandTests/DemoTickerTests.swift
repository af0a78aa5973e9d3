import SQLite
import Synchronization
import Testing

@testable import OrielCommand

@Suite(.timeLimit(.minutes(5))) struct DemoTickerTests {
    /// A library in memory, filled as the file is.
    private func library() throws -> SQLConnection {
        let connection = try SQLConnection(":memory:", .creating)
        try connection.run("PRAGMA foreign_keys = ON; BEGIN;" + DemoSchema.tables)
        var rows = DemoRows(connection.handle)
        try rows.insertAll()
        try connection.run("COMMIT")
        return connection
    }

    /// Returns the number that a query selects.
    private func number(_ sql: String, _ connection: borrowing SQLConnection) throws -> Int {
        try connection.texts(sql).first.flatMap { Int($0) } ?? -1
    }

    @Test func sameSeedSaysTheSame() {
        var (first, second) = (DemoTicker(seed: 7), DemoTicker(seed: 7))
        for _ in 0..<100 { #expect(first.next() == second.next()) }
    }

    @Test func everyTickChangesRowsAndTheLibraryDoesNotGrow() throws {
        let library = try library()
        let count = "SELECT count(*) FROM Track"
        var ticker = DemoTicker(seed: 11)
        let before = try number(count, library)
        var most = before
        for _ in 0..<2_000 {
            let changes = try number("SELECT total_changes()", library)
            try library.run(ticker.next().joined(separator: "; "))
            #expect(try number("SELECT total_changes()", library) > changes)
            most = max(most, try number(count, library))
        }
        #expect(most > before)
        #expect(most <= before + DemoSize.passingTracks.count)
        #expect(try library.texts("PRAGMA foreign_key_check").isEmpty)
    }

    @Test func failsNoStatementWhenAPersonHasDeletedEverything() throws {
        let library = try library()
        var ticker = DemoTicker(seed: 13)
        try library.run("DELETE FROM Artist; DELETE FROM Playlist")
        for _ in 0..<200 { try library.run(ticker.next().joined(separator: "; ")) }
        #expect(try number("SELECT count(*) FROM Track", library) == 0)
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
