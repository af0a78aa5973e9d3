import Glibc
import TestSupport
import Testing

@testable import Files

@Suite(.timeLimit(.minutes(5))) struct WatcherTests {
    /// A commit that waits for the disk becomes visible some time after the first check.
    private final class LateProbe: ChangeProbe {
        private var firstLook: ContinuousClock.Instant?
        private var isSeen = false

        func hasMoved() -> Bool? {
            let start = firstLook ?? .now
            firstLook = start
            guard !isSeen, .now - start > .milliseconds(40) else { return false }
            isSeen = true
            return true
        }
    }

    /// Watches a database with probes of these tests, and without the help of the slow poll.
    private func watch(
        _ database: Database, with probe: @escaping @Sendable () -> any ChangeProbe
    ) -> (Watcher, AsyncStream<Watcher.Event>) {
        let (events, found) = AsyncStream.makeStream(of: Watcher.Event.self)
        let watcher = Watcher(path: database.path, interval: .seconds(600), probe: { _ in probe() }) {
            found.yield($0)
        }
        return (watcher, events)
    }

    /// The write may be to any of SQLite's files.
    @Test(.timeLimit(.minutes(5)), arguments: ["", "-wal", "-journal"])
    func aCommitVisibleLongAfterItsWriteIsReportedSoon(suffix: String) async throws {
        let database = try Database("CREATE TABLE T (Id INTEGER PRIMARY KEY)")
        let (watcher, events) = watch(database) { LateProbe() }
        defer { watcher.stop() }
        var event = events.makeAsyncIterator()
        #expect(await event.next() == .committed, "what was committed before")
        close(open(database.path + suffix, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))  // closed even if a test forks
        #expect(await event.next() == .committed)
    }

    private final class WillingProbe: ChangeProbe {
        func hasMoved() -> Bool? { true }
    }

    /// By default, Linux gives a user 128 inotify instances, and Dispatch gives a process 255 threads.
    @Test func writesToManyFilesAreReported() async throws {
        let databases = try (0..<300).map { _ in try Database("CREATE TABLE T (Id INTEGER PRIMARY KEY)") }
        let watched = databases.map { watch($0) { WillingProbe() } }
        defer { for (watcher, _) in watched { watcher.stop() } }
        for (database, (_, events)) in zip(databases, watched) {
            var event = events.makeAsyncIterator()
            #expect(await event.next() == .committed, "what was committed before")
            try await database.run("INSERT INTO T VALUES (1)")
            #expect(await event.next() == .committed)
        }
    }

    /// Another program holds an exclusive lock whenever this probe is asked.
    private final class BlindProbe: ChangeProbe {
        func hasMoved() -> Bool? { nil }
    }

    /// One lock may follow another so soon that no check falls between them.
    @Test func everyWriteUnderALockIsReported() async throws {
        let database = try Database("CREATE TABLE T (Id INTEGER PRIMARY KEY)")
        let (watcher, events) = watch(database) { BlindProbe() }
        defer { watcher.stop() }
        var event = events.makeAsyncIterator()
        #expect(await event.next() == .committed, "what was committed before")
        for number in 1...3 {
            try await database.run("INSERT INTO T VALUES (\(number))")
            #expect(await event.next() == .committed)
        }
    }
}
