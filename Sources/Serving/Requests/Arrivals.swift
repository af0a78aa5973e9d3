import Loop
import Scenes

/// Those who are served without a session, such as programs with keys. The first use from an address, and the first
/// after twelve hours, is a sign-in in the audit.
@SceneActor final class Arrivals {
    private var lastUses: [String: ContinuousClock.Instant] = [:]

    /// The pause after which a use is a sign-in again.
    static let pause = Duration.seconds(12 * 3_600)
    /// The number of clients that are remembered.
    private static let limit = 10_000

    /// Returns whether the use of an identity from an address is a sign-in.
    func isNew(_ identity: Identity, from address: String, now: ContinuousClock.Instant = .now) -> Bool {
        guard identity.way != .session else { return false }
        let client = "\(identity.way.rawValue) \(identity.visitor) \(address)"
        if lastUses.count >= Self.limit { makeRoom(now) }
        let last = lastUses.updateValue(now, forKey: client)
        return last.map { now - $0 > Self.pause } ?? true
    }

    private func makeRoom(_ now: ContinuousClock.Instant) {
        lastUses = lastUses.filter { now - $0.value <= Self.pause }
        guard lastUses.count >= Self.limit else { return }
        for (client, _) in lastUses.sorted(by: { $0.value < $1.value }).prefix(Self.limit / 10) {
            lastUses[client] = nil
        }
    }
}
