import Loop
import Scenes
import ViewModels

/// Delays the commands of clients whom rules limit after the database has refused many of them. A refusal may tell that
/// a hidden row or column has a value, so that it counts as a guess: ten are free, then the next command waits 1, 2,
/// 4 … 60 seconds.
@SceneActor final class GuessLimit {
    /// The refusals of a client.
    private struct Count {
        var number = 0
        /// When the next command may run.
        var next: ContinuousClock.Instant
        var last: ContinuousClock.Instant
    }

    private var counts: [String: Count] = [:]

    /// The refusals without a delay.
    static let free = 10
    /// The longest delay, in seconds.
    private static let longest = 60
    /// The time after the last refusal until all are forgotten.
    private static let memory = Duration.seconds(3_600)
    /// The number of clients whose refusals are counted. The oldest are forgotten first.
    private static let limit = 10_000

    /// Throws while the commands of a client are delayed.
    func check(_ visitor: SessionTicket, now: ContinuousClock.Instant = .now) throws(Problem) {
        guard let client = Self.client(visitor), let count = counts[client], count.next > now else { return }
        throw .tooManyRefusals(Int(((count.next - now) / .seconds(1)).rounded(.up)))
    }

    /// Counts a refusal.
    func record(_ visitor: SessionTicket, now: ContinuousClock.Instant = .now) {
        guard let client = Self.client(visitor) else { return }
        if counts.count >= Self.limit { makeRoom(now) }
        var count = counts[client] ?? Count(next: now, last: now)
        if now - count.last > Self.memory { count.number = 0 }
        count.number += 1
        count.last = now
        let excess = count.number - Self.free
        if excess > 0 { count.next = now + .seconds(min(Self.longest, 1 << min(excess - 1, 6))) }
        counts[client] = count
    }

    /// The principal, or the address of nobody in particular. Loopback addresses have no limits.
    private static func client(_ visitor: SessionTicket) -> String? {
        let principal = visitor.principal
        guard principal.kind == .nobody else { return "\(principal.kind.rawValue) \(principal.id)" }
        return visitor.address.isEmpty ? nil : "at \(visitor.address)"
    }

    private func makeRoom(_ now: ContinuousClock.Instant) {
        counts = counts.filter { now - $0.value.last <= Self.memory }
        guard counts.count >= Self.limit else { return }
        for (client, _) in counts.sorted(by: { $0.value.last < $1.value.last }).prefix(Self.limit / 10) {
            counts[client] = nil
        }
    }
}

extension Problem {
    /// The database has refused too many commands of a client.
    static func tooManyRefusals(_ seconds: Int) -> Problem {
        Problem(
            status: 429, code: "too-many-attempts",
            message: "Too many commands have been refused. Try again in \(seconds) seconds.",
            headers: [("Retry-After", String(seconds))])
    }

    /// Whether the database has refused a command without a reason.
    var isRefusalWithoutReason: Bool { self == Problem(CommandFailure.refused) }
}
