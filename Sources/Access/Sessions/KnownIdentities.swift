import Loop
import Scenes

/// The identities in use, and those of the last requests, by what clients prove them with.
@SceneActor struct KnownIdentities {
    /// An identity, and what ends it.
    @SceneActor final class Known {
        let identity: Identity
        /// The session's or key's id in its table.
        let row: String
        let kind: Credential.Kind
        /// The person's id; `nil` for a key of nobody.
        let person: String?
        /// When the last use was written, in seconds since 1970.
        var written: Double
        /// The digest of a key's secret; empty for a session.
        var secret = ""
        var timer: LoopTimer?

        init(_ identity: Identity, row: String, kind: Credential.Kind, person: String?, written: Double) {
            (self.identity, self.row, self.kind, self.person, self.written) = (identity, row, kind, person, written)
        }
    }

    private var all: [Key: Known] = [:]

    private struct Key: Hashable {
        let kind: Credential.Kind
        let row: String
    }

    /// The number of identities from which those that no connection uses are dropped.
    private static let limit = 10_000

    nonisolated init() {}

    subscript(kind: Credential.Kind, row: String) -> Known? { all[Key(kind: kind, row: row)] }

    /// Keeps an identity.
    mutating func insert(_ known: Known) {
        if all.count >= Self.limit { removeIdle() }
        all[Key(kind: known.kind, row: known.row)] = known
    }

    /// Removes an identity that has ended.
    mutating func remove(_ known: Known) {
        known.timer?.cancel()
        all[Key(kind: known.kind, row: known.row)] = nil
    }

    /// Returns the identities of a person.
    func identities(of person: String) -> [Known] { all.values.filter { $0.person == person } }

    /// All identities.
    var everything: [Known] { Array(all.values) }

    /// Drops all identities without ending them, as when the server stops.
    mutating func removeAll() {
        for known in all.values { known.timer?.cancel() }
        all = [:]
    }

    private mutating func removeIdle() {
        for known in all.values where !known.identity.isInUse { remove(known) }
    }
}

extension Credential {
    /// Where a credential is looked up.
    enum Kind: String {
        case session, key
    }
}
