import Loop
import ViewModels

/// A session or key in use, with its principal. Open connections are notified when it ends.
///
/// Everybody with the same session or key shares one identity, so that its end reaches all of them in one turn.
@SceneActor package final class Identity {
    /// Why an identity has ended. The raw value is the reason that clients receive.
    package enum End: String, Sendable {
        /// The person signed out, here or elsewhere.
        case signedOut = "signed-out"
        /// The session or the key has reached its end.
        case expired
        /// The key is gone, or the person was disabled, was deleted, or has other roles.
        case revoked
        /// The session goes on as somebody else: an administrator begins or ends to look as a person.
        case changed
    }

    /// How a client proves an identity.
    package enum Way: String, Sendable {
        /// With the cookie of a session.
        case session
        /// With a key.
        case key
        /// With the headers of a trusted proxy.
        case proxy
        /// With a JSON Web Token.
        case token
    }

    /// Who has signed in.
    package nonisolated let principal: Principal
    /// The administrator who looks as ``principal``; `nil` usually. Such an identity changes nothing.
    package nonisolated let looker: Principal?
    /// The id of the personal session, which keeps notes and inputs of personal screens.
    package nonisolated let visitor: String
    /// How the client proves its identity.
    package nonisolated let way: Way
    /// The id of the key, if the identity has one.
    package nonisolated let key: String?
    /// The networks that may use the key; empty for all.
    package nonisolated let networks: [String]
    /// Whether the person may change the password and the second factor here.
    package nonisolated let changesPassword: Bool
    /// Why the identity has ended; `nil` while it is valid.
    package private(set) var end: End?
    /// When the identity was last used.
    package private(set) var lastUse = ContinuousClock.now
    private var listeners: [Int: (End) -> Void] = [:]
    private var lastNumber = 0

    package init(
        _ principal: Principal, visitor: String, way: Way = .session, key: String? = nil, networks: [String] = [],
        looker: Principal? = nil, changesPassword: Bool = false
    ) {
        (self.principal, self.visitor, self.way, self.key) = (principal, visitor, way, key)
        (self.networks, self.looker, self.changesPassword) = (networks, looker, changesPassword)
    }

    /// The name in the audit. Of an administrator who looks as a person, it has both names.
    package nonisolated var auditName: String { looker.map { "\($0.name) as \(principal.name)" } ?? principal.name }

    /// The way in the audit, with the id of a key.
    package nonisolated var auditWay: String { key.map { "\(way.rawValue) \($0)" } ?? way.rawValue }

    /// Whether a connection listens for the end.
    package var isInUse: Bool { !listeners.isEmpty }

    /// Records a request or a message.
    package func recordUse() { lastUse = .now }

    /// Calls `body` when the identity ends, at once if it has.
    ///
    /// - Returns: A number for ``forget(_:)``.
    package func onEnd(_ body: @escaping @SceneActor (End) -> Void) -> Int {
        lastNumber += 1
        if let end { body(end) } else { listeners[lastNumber] = body }
        return lastNumber
    }

    /// Stops listening for the end.
    package func forget(_ number: Int) { listeners[number] = nil }

    /// Ends the identity. Only the first end counts.
    package func end(_ end: End) {
        guard self.end == nil else { return }
        self.end = end
        let bodies = listeners.sorted { $0.key < $1.key }.map(\.value)
        listeners = [:]
        for body in bodies { body(end) }
    }
}
