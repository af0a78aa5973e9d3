import Glibc
import TestSupport
import Testing

@testable import Stores

@Suite struct WatcherTests {
    /// A commit that waits for the disk: it is seen a while after the first look.
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

    @Test(.timeLimit(.minutes(5))) func aCommitThatCanBeSeenLongAfterItsFileWasWrittenIsToldSoon() async throws {
        let database = try Database("CREATE TABLE T (Id INTEGER PRIMARY KEY)")
        let (events, told) = AsyncStream.makeStream(of: Watcher.Event.self)
        let watcher = Watcher(path: database.path, interval: .seconds(600), probe: { _ in LateProbe() }) {
            told.yield($0)
        }
        defer { watcher.stop() }
        var event = events.makeAsyncIterator()
        #expect(await event.next() == .committed, "what was committed before")
        close(open(database.path, O_WRONLY))
        #expect(await event.next() == .committed)
    }
}
