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
    private let owner: String

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

    /// Counts an attempt as a failure, before its password is checked, so that attempts at the same time count too.
    ///
    /// - Throws: ``SignInError/tooMany(seconds:)`` while attempts are delayed. Such an attempt does not count.
    func admit(_ transaction: Transaction, at now: Double) throws {
        var counts: [(subject: String, count: Int)] = []
        for subject in subjects {
            let found = try transaction.rows(
                "SELECT Count, Next, Last FROM Failure WHERE Subject = ?", subject, as: Count.self
            ).first
            let known = found.flatMap { now - $0.Last < Self.memory ? $0 : nil }
            if let next = known?.Next, next > now {
                throw SignInError.tooMany(seconds: Int((next - now).rounded(.up)))
            }
            counts.append((subject, (known?.Count ?? 0) + 1))
        }
        try transaction.run(
            "DELETE FROM Failure WHERE Subject IN (SELECT Subject FROM Failure WHERE Last < ? LIMIT 10)",
            now - Self.memory)
        for (subject, count) in counts {
            try transaction.run(
                "INSERT INTO Failure VALUES (?, ?, ?, ?) ON CONFLICT (Subject) DO UPDATE "
                    + "SET Count = excluded.Count, Next = excluded.Next, Last = excluded.Last",
                subject, count, now + Self.delay(after: count), now)
        }
    }

    /// Takes back the count of an attempt that was successful. A network keeps its other failures, because others may
    /// have caused them.
    func succeed(_ transaction: Transaction) throws {
        for subject in subjects where subject != owner {
            try transaction.run("UPDATE Failure SET Count = max(0, Count - 1) WHERE Subject = ?", subject)
        }
        try transaction.run("DELETE FROM Failure WHERE Subject = ?", owner)
    }
}
