import Scenes
import Stores

/// Delays guesses of passwords: by name over all networks, and by network over all names. The counts are in the
/// database, so that all processes share them.
///
/// A browser that has signed the person in before has a count of its own, instead of both. So nobody can lock a person
/// out of the browsers that the person uses.
struct Throttle: Sendable {
    /// What an attempt counts for.
    let subjects: [String]
    /// The name or the browser among the subjects, whose count ends with a success.
    let owner: String

    /// The attempts that are not delayed.
    static let free = 5
    /// The longest delay, in seconds.
    static let longest = 60.0
    /// The time without a failure after which a count is forgotten, in seconds.
    static let memory = 3_600.0

    /// Makes the throttle of an attempt. `browser` is the id of a browser that has signed the person in before.
    init(name: String, browser: String?, network: String?) {
        owner = browser.map { "browser:\($0)" } ?? "name:\(name.lowercased())"
        subjects = browser == nil ? [owner] + (network.map { ["network:\($0)"] } ?? []) : [owner]
    }

    /// Returns the delay after so many failures, in seconds: none, and then 1, 2, 4 … 60.
    static func delay(after count: Int) -> Double {
        count < free ? 0 : min(longest, Double(1 << min(count - free, 6)))
    }

    private struct Count: Decodable {
        let Count: Int
        let Next: Double
        let Last: Double
    }

    /// When a subject's next attempt was permitted, and its last failure was, before an attempt.
    struct Former: Sendable {
        let subject: String
        let next: Double
        let last: Double
    }

    /// Counts an attempt as a failure, before its password is checked, so that attempts at the same time count too.
    ///
    /// - Returns: The times before the attempt.
    /// - Throws: ``SignInError/tooMany(seconds:)`` while attempts are delayed. Such an attempt does not count.
    func admit(_ transaction: AccessTransaction, at now: Double) throws -> [Former] {
        var counts: [(subject: String, count: Int)] = []
        var former: [Former] = []
        for subject in subjects {
            let found = try transaction.rows(
                "SELECT Count, Next, Last FROM {Failure} WHERE Subject = ?", subject, as: Count.self
            ).first
            let known = found.flatMap { now - $0.Last < Self.memory ? $0 : nil }
            if let next = known?.Next, next > now {
                throw SignInError.tooMany(seconds: Int((next - now).rounded(.up)))
            }
            counts.append((subject, (known?.Count ?? 0) + 1))
            former.append(Former(subject: subject, next: known?.Next ?? 0, last: known?.Last ?? 0))
        }
        try transaction.run(
            "DELETE FROM {Failure} WHERE Subject IN (SELECT Subject FROM {Failure} WHERE Last < ? LIMIT 10)",
            now - Self.memory)
        for (subject, count) in counts {
            try transaction.run(
                "INSERT INTO {Failure} VALUES (?, ?, ?, ?) ON CONFLICT (Subject) DO UPDATE "
                    + "SET Count = excluded.Count, Next = excluded.Next, Last = excluded.Last",
                subject, count, now + Self.delay(after: count), now)
        }
        return former
    }

    /// Takes back the count of an attempt that was made at a time: no password was checked. Later attempts count on.
    func withdraw(_ former: [Former], at time: Double, _ transaction: AccessTransaction) throws {
        for known in former {
            try transaction.run(
                "UPDATE {Failure} SET Count = CASE WHEN Count > 0 THEN Count - 1 ELSE 0 END, "
                    + "Next = CASE WHEN Last = ?1 THEN ?2 ELSE Next END, "
                    + "Last = CASE WHEN Last = ?1 THEN ?3 ELSE Last END WHERE Subject = ?4",
                time, known.next, known.last, known.subject)
            try transaction.run("DELETE FROM {Lock} WHERE Subject = ? AND Time = ?", known.subject, time)
        }
    }

    /// Takes back the count of an attempt that was successful. A network keeps its other failures, because others may
    /// have caused them.
    func succeed(_ former: [Former], at time: Double, _ transaction: AccessTransaction) throws {
        try withdraw(former.filter { $0.subject != owner }, at: time, transaction)
        try unlock(transaction)
    }
}
