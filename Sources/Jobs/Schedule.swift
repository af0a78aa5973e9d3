import FoundationEssentials

/// The times of a repeated job.
public struct Schedule: Sendable {
    private enum Times: Sendable {
        case every(Double)  // in seconds
        case cron(CronTimes, TimeZone)
    }

    private let times: Times

    /// At the multiples of an interval, counted from 1970 in UTC: every hour is on the hour, on each node.
    ///
    /// - Precondition: The interval is at least one second.
    public static func every(_ interval: Duration) -> Schedule {
        precondition(interval >= .seconds(1), "a schedule cannot repeat more often than once a second")
        return Schedule(times: .every(interval / .seconds(1)))
    }

    /// Once a day.
    public static func daily(at hour: Int, _ minute: Int = 0, in zone: TimeZone = .gmt) -> Schedule {
        precondition(0..<24 ~= hour && 0..<60 ~= minute, "\(hour):\(minute) is no time of day")
        return Schedule(times: .cron(CronTimes(hour: hour, minute: minute), zone))
    }

    /// At the times of a line in the notation of cron: minute, hour, day of the month, month, day of the week.
    ///
    ///     try jobs.schedule(Digest(), .cron("30 7 * * 1-5", in: TimeZone(identifier: "Europe/Berlin")!))
    ///
    /// Each field is `*`, a number, a range, or a list of these; `*/5` and `10-30/5` have a step. Sunday is 0 or 7. If
    /// the day of the month and the day of the week are both limited, either is enough (POSIX, crontab). A time of an
    /// hour that a change of clocks skips comes an hour later. A time that comes twice counts once.
    ///
    /// - Throws: ``JobError/schedule(_:)`` if the line is not valid.
    public static func cron(_ line: String, in zone: TimeZone = .gmt) throws(JobError) -> Schedule {
        Schedule(times: .cron(try CronTimes(line), zone))
    }

    /// Returns the first time after another. A schedule for 30 February has none, and returns `nil`.
    public func next(after time: Date) -> Date? {
        switch times {
        case .every(let interval):
            let next = ((time.timeIntervalSince1970 / interval).rounded(.down) + 1) * interval
            // The product may be rounded down to the time itself.
            return Date(timeIntervalSince1970: next > time.timeIntervalSince1970 ? next : next + interval)
        case .cron(let times, let zone): return times.next(after: time, in: zone)
        }
    }
}

/// The fields of a line of cron.
private struct CronTimes: Sendable {
    private let minutes: [Int]
    private let hours: [Int]
    private let days: Set<Int>
    private let months: Set<Int>
    private let weekdays: Set<Int>  // 0 is Sunday
    private let needsBothDays: Bool

    init(hour: Int, minute: Int) {
        (minutes, hours) = ([minute], [hour])
        (days, months, weekdays) = (Set(1...31), Set(1...12), Set(0...6))
        needsBothDays = true
    }

    init(_ line: String) throws(JobError) {
        let fields = line.split(separator: " ")
        guard fields.count == 5 else {
            throw .schedule(
                "A schedule has five fields, such as \"30 7 * * 1-5\": minute, hour, day of the month, month, day of "
                    + "the week. \"\(line)\" has \(fields.count).")
        }
        minutes = try Self.numbers(fields[0], "minute", 0...59).sorted()
        hours = try Self.numbers(fields[1], "hour", 0...23).sorted()
        days = try Self.numbers(fields[2], "day of the month", 1...31)
        months = try Self.numbers(fields[3], "month", 1...12)
        weekdays = Set(try Self.numbers(fields[4], "day of the week", 0...7).map { $0 % 7 })
        needsBothDays = fields[2].hasPrefix("*") || fields[4].hasPrefix("*")
    }

    /// Reads a field, such as `1-5,7` or `*/15`.
    private static func numbers(_ field: Substring, _ name: String, _ all: ClosedRange<Int>) throws(JobError) -> Set<
        Int
    > {
        var numbers: Set<Int> = []
        for part in field.split(separator: ",", omittingEmptySubsequences: false) {
            guard let match = part.wholeMatch(of: /(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?/),
                let step = match.3.map({ Int($0) }) ?? 1, step > 0
            else { throw .schedule("Invalid \(name) of a schedule: \"\(part)\".") }
            let first = match.1.flatMap { Int($0) } ?? all.lowerBound
            // A number with a step is the first of a range, as in cron.
            let isOpen = match.1 == nil || match.2 == nil && match.3 != nil
            let last = isOpen ? all.upperBound : match.2.flatMap { Int($0) } ?? first
            guard all.contains(first), all.contains(last), first <= last else {
                throw .schedule(
                    "Invalid \(name) of a schedule: \"\(part)\". "
                        + "Use numbers from \(all.lowerBound) to \(all.upperBound)."
                )
            }
            numbers.formUnion(stride(from: first, through: last, by: step))
        }
        return numbers
    }

    /// Returns the first time after another within eight years, in which every date of a calendar comes.
    func next(after time: Date, in zone: TimeZone) -> Date? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        var day = calendar.startOfDay(for: time)
        for _ in 0...(8 * 366) {
            let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: day)
            if isDay(parts), let next = next(after: time, on: parts, calendar) { return next }
            // Noon exists on every day; midnight does not.
            guard let noon = calendar.date(byAdding: .hour, value: 36, to: day) else { return nil }
            day = calendar.startOfDay(for: noon)
        }
        return nil
    }

    private func isDay(_ parts: DateComponents) -> Bool {
        guard let month = parts.month, let day = parts.day, let weekday = parts.weekday, months.contains(month) else {
            return false
        }
        let (isDay, isWeekday) = (days.contains(day), weekdays.contains(weekday - 1))
        return needsBothDays ? isDay && isWeekday : isDay || isWeekday
    }

    /// Returns the first time of a day after another. The clock times of a day are in order, except that one of a
    /// skipped hour comes after the next hour has begun.
    private func next(after time: Date, on day: DateComponents, _ calendar: Calendar) -> Date? {
        func dates(_ hour: Int) -> [Date] {
            minutes.compactMap { minute in
                calendar.date(
                    from: DateComponents(year: day.year, month: day.month, day: day.day, hour: hour, minute: minute))
            }
        }
        guard let place = hours.firstIndex(where: { dates($0).last ?? time > time }) else { return nil }
        return hours[place...].prefix(2).flatMap(dates).filter { $0 > time }.min()
    }
}
