import FoundationEssentials
import Oriel
import OrielTesting
import Testing

/// Jobs that a schedule repeats.
@Suite(.timeLimit(.minutes(5))) struct RepeatedJobTests {
    @Test(arguments: Storage.allCases) func aScheduleRepeatsAndIsMadeUpForOnce(_ storage: Storage) async throws {
        try await withOffice(storage, isHourly: true) { app, office in
            let page = try await Visit(app, "/jobs?state=done")
            await office.clock.advance(to: Office.noon + 3600)
            try await page.wait("the first is done") { $0.rowCount == 1 }
            let next: [Date] = try await office.store.rows("SELECT due FROM oriel_jobs WHERE state = 'waiting'")
            #expect(next == [Office.noon + 7200])
            await office.clock.advance(to: Office.noon + 10 * 3600 + 60)
            try await page.wait("the missed ones are done once") { $0.rowCount == 2 }
            let last: [Date] = try await office.store.rows("SELECT due FROM oriel_jobs WHERE state = 'waiting'")
            #expect(last == [Office.noon + 11 * 3600])
        }
    }

    /// Another attempt of a scheduled job, and a run by hand, leave the next job of the schedule as it is.
    @Test func aScheduleStandsBesideOtherRuns() async throws {
        try await withOffice(isHourly: true) { app, office in
            let page = try await Visit(app, "/jobs")
            #expect(page.states == ["waiting"])
            try await page.tap("Run now", on: page.rows[0])
            try await page.wait("it is done, and the next waits") { $0.states == ["waiting", "done"] }
            #expect(page.rows[0]["due"] == "2026-11-26T13:00:00.000Z")
            await office.fail(times: 1)
            await office.clock.advance(to: Office.noon + 3600)
            try await page.wait("it waits for another attempt, and the next waits") {
                $0.states.sorted() == ["done", "waiting", "waiting"]
            }
            let other = try await Jobs(in: office.store, clock: office.clock)
            await office.schedule(other)
            try await other.start()
            try await page.settle()
            #expect(page.states.sorted() == ["done", "waiting", "waiting"])
            await other.stop()
        }
    }

    /// The next job of a schedule is added again if somebody deletes it.
    @Test func aDeletedJobOfAScheduleComesBack() async throws {
        try await withOffice(isHourly: true) { app, office in
            let page = try await Visit(app, "/jobs")
            try await page.tap("delete", on: page.rows[0])
            try await page.wait("it is gone") { $0.rows.isEmpty }
            await office.clock.advance(to: Office.noon + 3600)
            try await page.wait("the one after it waits") { $0.states == ["waiting"] }
            #expect(page.rows[0]["due"] == "2026-11-26T14:00:00.000Z")
        }
    }
}
