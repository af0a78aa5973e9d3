import Loop
import Scenes

/// A cache of identities by session and key: those in use, and those of recent requests.
@SceneActor struct KnownIdentities {
    /// An identity, and what ends it.
    @SceneActor final class Known {
        let identity: Identity
        /// The session's or key's id in its table.
        let row: String
        let kind: Credential.Kind
        /// The person's id; `nil` for a key of nobody.
        let person: String?
        /// The id of the person as whom an administrator looks.
        var seen: String?
        /// When the last use was written, in seconds since 1970.
        var written: Double
        /// The digest of a key's secret; empty for a session.
        var secret = ""
        /// When the session or the key ends, in seconds since 1970; `nil` for a key without an end.
        var end: Double?
        var timer: LoopTimer?

        /// The people on whose rows the identity depends.
        var people: [String] { [person, seen].compactMap(\.self) }

        init(_ identity: Identity, row: String, kind: Credential.Kind, person: String?, written: Double) {
            (self.identity, self.row, self.kind, self.person, self.written) = (identity, row, kind, person, written)
        }
    }

    private var all: [Key: Known] = [:]
    private var byPerson: [String: Set<Key>] = [:]

    private struct Key: Hashable {
        let kind: Credential.Kind
        let row: String
    }

    /// The number of identities from which those that no connection uses are dropped.
    private static let limit = 10_000
    /// How long an identity is kept after its last use, at least.
    private static let patience = Duration.seconds(120)

    nonisolated init() {}

    subscript(kind: Credential.Kind, row: String) -> Known? { all[Key(kind: kind, row: row)] }

    /// Keeps an identity.
    mutating func insert(_ known: Known) {
        if all.count >= Self.limit { removeIdle() }
        let key = Key(kind: known.kind, row: known.row)
        all[key] = known
        for person in known.people { byPerson[person, default: []].insert(key) }
    }

    /// Removes an identity that has ended.
    mutating func remove(_ known: Known) {
        known.timer?.cancel()
        let key = Key(kind: known.kind, row: known.row)
        all[key] = nil
        for person in known.people {
            byPerson[person]?.remove(key)
            if byPerson[person]?.isEmpty == true { byPerson[person] = nil }
        }
    }

    /// Returns the identities of a person.
    func identities(of person: String) -> [Known] { (byPerson[person] ?? []).compactMap { all[$0] } }

    /// All identities.
    var everything: [Known] { Array(all.values) }

    /// Drops all identities without ending them, as when the server stops.
    mutating func removeAll() {
        for known in all.values { known.timer?.cancel() }
        (all, byPerson) = ([:], [:])
    }

    private mutating func removeIdle() {
        // Requests of the last minutes may still be under way.
        for known in all.values where !known.identity.isInUse && .now - known.identity.lastUse > Self.patience {
            remove(known)
        }
    }
}

extension Credential {
    /// Where a credential is looked up.
    enum Kind: String {
        case session, key, token
    }
}
