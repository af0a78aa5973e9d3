import FoundationEssentials
import Oriel
import OrielTesting
import Testing

/// Jobs on each kind of storage, with a clock that the test sets.
@Suite(.timeLimit(.minutes(5))) struct JobTests {
    @Test(arguments: Storage.allCases) func aJobIsDoneAtItsTime(_ storage: Storage) async throws {
        try await withOffice(storage) { app, office in
            let page = try await Visit(app, "/jobs")
            try await office.jobs.add(Note(text: "later"), at: Office.noon + 60)
            try await office.jobs.add(Note(text: "now"))
            try await page.wait("one is done") {
                $0.rows.map(\.title) == ["Note", "Note"] && $0.states == ["waiting", "done"]
            }
            #expect(try await office.notes() == ["now"])
            await office.clock.advance(by: .seconds(60))
            try await page.wait("both are done") { $0.states == ["done", "done"] }
            #expect(try await office.notes() == ["later", "now"])
        }
    }

    @Test(arguments: Storage.allCases) func aKeyIsUsedOnce(_ storage: Storage) async throws {
        try await withOffice(storage) { _, office in
            #expect(try await office.jobs.add(Note(text: "one"), at: Office.noon + 9, key: "bill-7"))
            #expect(try await !office.jobs.add(Note(text: "two"), key: "bill-7"))
            let new = try await office.jobs.new(Note(text: "three"), at: Office.noon + 9)
            await #expect(throws: CancellationError.self) {
                try await office.store.transaction { transaction in
                    try new.add(in: transaction)
                    throw CancellationError()
                }
            }
            let texts: [String] = try await office.store.rows("SELECT arguments FROM oriel_jobs")
            #expect(texts == [#"{"text":"one"}"#])
        }
    }

    @Test func aJobThatFailsIsTriedAgainLaterEachTime() async throws {
        try await withOffice { app, office in
            let page = try await Visit(app, "/jobs")
            await office.fail(times: 2)
            try await office.jobs.add(Flaky())
            for (attempt, wait) in [(1, 10.0), (2, 20)] {
                try await page.wait("attempt \(attempt) failed") {
                    $0.states == ["waiting"] && $0.rows[0].subtitle.contains("not today \(attempt)") == true
                }
                let due: [Date] = try await office.store.rows("SELECT due FROM oriel_jobs")
                let now = await office.clock.now
                #expect(due == [now + wait])
                await office.clock.advance(by: .seconds(wait))
            }
            try await page.wait("it is done") { $0.states == ["done"] }
            #expect(await office.failures == 2)
        }
    }

    @Test func aJobThatFailsForGoodCanBeRunAgain() async throws {
        try await withOffice { app, office in
            let page = try await Visit(app, "/jobs")
            await office.fail(times: 3)
            try await office.jobs.add(Flaky())
            for attempt in 1...2 {
                try await page.wait("it waits after attempt \(attempt)") {
                    $0.states == ["waiting"] && $0.rows[0].subtitle.contains("not today \(attempt)")
                }
                let due: [Date] = try await office.store.rows("SELECT due FROM oriel_jobs")
                await office.clock.advance(to: due[0])
            }
            try await page.wait("it failed") { $0.outputs["failed"] == 1 && $0.states == ["failed"] }
            try await page.tap("Run again", on: page.rows[0])
            try await page.wait("it is done") { $0.outputs["failed"] == 0 && $0.states == ["done"] }
            try await page.tap("delete", on: page.rows[0])
            try await page.wait("it is gone") { $0.rows.isEmpty }
        }
    }

    /// A node that claims a job and is gone. Its claim lapses.
    @Test(arguments: Storage.allCases) func aJobOfANodeThatEndedRunsElsewhere(_ storage: Storage) async throws {
        try await withOffice(storage) { app, office in
            let page = try await Visit(app, "/jobs")
            try await office.jobs.add(Note(text: "taken over"), at: Office.noon + 5)
            try await office.store.transaction { transaction in
                try transaction.run(
                    "UPDATE oriel_jobs SET state = 'running', attempts = 1, lapses = ?, claim = 'gone'",
                    Office.noon + 30)
            }
            try await page.wait("it runs") { $0.states == ["running"] }
            await #expect(throws: (any Error).self) { try await page.tap("Run again", on: page.rows[0]) }
            await office.clock.advance(by: .seconds(30))
            try await page.wait("it is done") { $0.states == ["done"] }
            #expect(try await office.notes() == ["taken over"])
        }
    }

    /// A claim that lapses while its own node is alive, such as after the computer has slept.
    @Test func aNodeDoesNotRunItsOwnJobTwice() async throws {
        try await withOffice { app, office in
            let page = try await Visit(app, "/jobs")
            await office.hold()
            try await office.jobs.add(Note(text: "once"))
            try await page.wait("it runs") { $0.states == ["running"] }
            await office.clock.advance(by: .seconds(3600))
            try await office.jobs.add(Endless())
            try await page.wait("another is claimed") { $0.states == ["running", "running"] }
            await office.release()
            try await page.wait("it is done") { $0.states.sorted() == ["done", "running"] }
            let attempts: [Int] = try await office.store.rows("SELECT attempts FROM oriel_jobs WHERE name = 'Note'")
            #expect(attempts == [1])
        }
    }

    /// A node that was taken for dead changes nothing when it goes on.
    @Test func aRunThatLostItsClaimHasNoEffect() async throws {
        try await withOffice { app, office in
            let page = try await Visit(app, "/jobs")
            await office.hold()
            try await office.jobs.add(Note(text: "once"))
            try await page.wait("it runs") { $0.states == ["running"] }
            try await office.store.transaction { transaction in
                try transaction.run("UPDATE oriel_jobs SET state = 'done', attempts = 2, claim = 'other'")
            }
            await office.release()
            try await page.wait("the other node's end stands") { $0.states == ["done"] }
            try await office.jobs.add(Note(text: "after"))
            try await page.wait("the next is done") { $0.states == ["done", "done"] }
            #expect(try await office.notes() == ["after"])
        }
    }

    @Test func aStopLeavesJobsToOthers() async throws {
        try await withOffice { app, office in
            let page = try await Visit(app, "/jobs")
            try await office.jobs.add(Endless())
            try await page.wait("it runs") { $0.states == ["running"] }
            try await office.jobs.stop()
            try await page.wait("it waits") { $0.states == ["waiting"] }
            let attempts: [Int] = try await office.store.rows("SELECT attempts FROM oriel_jobs")
            #expect(attempts == [0])
        }
    }

    @Test func aStoreWithoutTheTableIsRefused() async throws {
        let place = TestStorage.memory
        let error = await #expect(throws: JobError.self) {
            _ = try await TestApp(on: place) { place in
                let coordinator = AppCoordinator()
                coordinator.background(Jobs(in: try await place.store(migrations: ["a": "CREATE TABLE A (B)"])))
                return coordinator
            }
        }
        #expect(error == .noTable)
    }
}
