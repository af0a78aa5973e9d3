import DataSources
import Glibc
import Lists
import Loop
import Stores
import Tables
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct NoticeTests {
    /// The loop checks for commits once a turn, before it is notified of a commit during the turn.
    @Test(.timeLimit(.minutes(5))) @SceneActor func aCommitDuringACheckIsDetected() async throws {
        let database = try await blocking { try Database("CREATE TABLE t (n INT); INSERT INTO t VALUES (0);") }
        let store = try await Store(path: database.path)
        let list = store.open(Query(table: "t", columns: ["n"]))
        let (events, continuation) = AsyncStream<Void>.makeStream()
        list.onEvent = { event in
            if case .refreshed = event { continuation.yield() }
        }
        list.display([0..<1])
        var iterator = events.makeAsyncIterator()
        for number in 1...10 {
            while !list.checkIsCurrent() { _ = await iterator.next() }
            try await commitInThePollOfATurn(number, database, list)
            while list.element(at: 0)?.values != [.integer(Int64(number))] { _ = await iterator.next() }
        }
        list.close()
        await store.close()
    }

    /// Lets the loop check. Before it reads its inbox, another process commits, and during a second commit the watcher
    /// notifies the loop.
    @SceneActor private func commitInThePollOfATurn(_ number: Int, _ database: Database, _ list: LiveList) async throws
    {
        var ends: [Int32] = [0, 0]
        _ = pipe(&ends)
        let descriptor = ends[0]
        var token: Poller.Token?
        let result: Result<String, any Error> = await withCheckedContinuation { continuation in
            token = EventLoop.shared.poller.watch(descriptor, for: .readable) { _ in
                var byte: UInt8 = 0
                guard read(descriptor, &byte, 1) == 1 else { return }
                _ = list.checkIsCurrent()
                continuation.resume(
                    returning: Result {
                        try Shell.run(
                            "sqlite3", ["-cmd", ".timeout 10000", database.path], input: "UPDATE t SET n = \(number);")
                        return try Shell.run("sqlite3", [database.path], input: "SELECT 1;")
                    })
            }
            _ = write(ends[1], "!", 1)
        }
        if let token { EventLoop.shared.poller.unwatch(token) }
        for end in ends { close(end) }
        _ = try result.get()
    }
}
