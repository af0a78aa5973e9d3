import Foundation
import Jobs
import Testing

/// The times of schedules.
struct ScheduleTests {
    private static func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    private static func times(_ schedule: Schedule, after text: String, count: Int) throws -> [String] {
        var (time, times) = (try date(text), [String]())
        for _ in 0..<count {
            guard let next = schedule.next(after: time) else { break }
            times.append(next.formatted(.iso8601))
            time = next
        }
        return times
    }

    @Test func anIntervalIsCountedFromTheHour() throws {
        let quarter = try Self.times(.every(.seconds(900)), after: "2026-11-26T10:07:00Z", count: 2)
        #expect(quarter == ["2026-11-26T10:15:00Z", "2026-11-26T10:30:00Z"])
        #expect(
            try Self.times(.every(.seconds(60)), after: "2026-11-26T10:07:00Z", count: 1) == ["2026-11-26T10:08:00Z"])
    }

    @Test(arguments: [
        ("30 7 * * 1-5", ["2026-11-27T07:30:00Z", "2026-11-30T07:30:00Z"]),
        ("*/20 * * * *", ["2026-11-26T10:20:00Z", "2026-11-26T10:40:00Z"]),
        ("5,50 22-23 * * *", ["2026-11-26T22:05:00Z", "2026-11-26T22:50:00Z", "2026-11-26T23:05:00Z"]),
        ("0 0 29 2 *", ["2028-02-29T00:00:00Z", "2032-02-29T00:00:00Z"]),
        (
            "0 12 13 * 5",
            ["2026-11-27T12:00:00Z", "2026-12-04T12:00:00Z", "2026-12-11T12:00:00Z", "2026-12-13T12:00:00Z"]
        ),
        ("0 6 * * 7", ["2026-11-29T06:00:00Z"]), ("0 6 * * 0", ["2026-11-29T06:00:00Z"]),
        ("50/5 11 * * *", ["2026-11-26T11:50:00Z", "2026-11-26T11:55:00Z", "2026-11-27T11:50:00Z"]),
        ("0 0 30 2 *", []),
    ])
    func linesOfCron(line: String, times: [String]) throws {
        #expect(try Self.times(.cron(line), after: "2026-11-26T10:07:00Z", count: max(1, times.count)) == times)
    }

    @Test(arguments: [
        "", "* * * *", "* * * * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *", "* * * * 8", "5-1 * * * *",
        "*/0 * * * *", "a * * * *", "1,,2 * * * *", "-1 * * * *",
    ])
    func linesWithMistakes(line: String) throws {
        #expect(throws: JobError.self) { try Schedule.cron(line) }
    }

    /// In Berlin, clocks go from 2:00 to 3:00 on 29 March 2026, and from 3:00 to 2:00 on 25 October.
    @Test func clocksThatChange() throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let spring = try Self.times(.daily(at: 2, 30, in: berlin), after: "2026-03-28T00:00:00Z", count: 3)
        #expect(spring == ["2026-03-28T01:30:00Z", "2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z"])
        let autumn = try Self.times(.daily(at: 2, 30, in: berlin), after: "2026-10-24T00:00:00Z", count: 3)
        #expect(autumn.count == 3 && autumn[0] == "2026-10-24T00:30:00Z" && autumn[2] == "2026-10-26T01:30:00Z")
    }
}
