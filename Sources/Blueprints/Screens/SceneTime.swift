import FoundationEssentials
import Loop
import Tables

/// When a scene that depends on the time reads its rows again, and what the present time is to it.
@SceneActor final class SceneTime {
    /// The intervals at which rows are read again.
    enum Rhythm: Sendable, Equatable {
        case never
        case seconds(Int)
        /// When the day changes, in UTC.
        case daily
    }

    private let clock: AppClock
    private let rhythm: Rhythm
    private var alarm: AppClock.Alarm?

    init(_ clock: AppClock, _ rhythm: Rhythm) {
        (self.clock, self.rhythm) = (clock, rhythm)
    }

    /// The shortest rhythm of some.
    static func shortestRhythm(of conditions: [Tables.Expression], refreshing intervals: [Int]) -> Rhythm {
        // A condition that is another one a minute later depends on the time of day.
        let isOfMinute = { (condition: Tables.Expression) in
            condition.at({ _ in "1" }, on: { _ in "" }).sql(of: "")
                != condition.at({ _ in "2" }, on: { _ in "" }).sql(of: "")
        }
        let minute = conditions.contains(where: isOfMinute) ? [60] : []
        if let least = (intervals + minute).min() { return .seconds(least) }
        return conditions.contains(where: \.readsTime) ? .daily : .never
    }

    /// Returns a condition at the present time, the same for all scenes that are read in one minute.
    func at(_ condition: Tables.Expression) -> Tables.Expression {
        guard condition.readsTime else { return condition }
        let now = clock.now
        return condition.at(
            { UTC.minute(at: now + Double($0)) }, on: { UTC.date(at: now + Double($0) * 86_400) })
    }

    /// Calls `body` when the rows have to be read again.
    func whenDue(_ body: @escaping @SceneActor () -> Void) {
        let day = 86_400.0
        let now = clock.now.timeIntervalSince1970
        let length: Double
        switch rhythm {
        case .never: return
        case .seconds(let seconds): length = Double(seconds)
        case .daily: length = day
        }
        // Scenes that are due at the same times share what they read.
        let due = (now / length).rounded(.down) * length + length
        alarm = clock.alarm(at: Date(timeIntervalSince1970: due), body)
    }

    /// Reads nothing again.
    func stop() { alarm = nil }
}
