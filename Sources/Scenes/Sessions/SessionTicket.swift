import Loop
import ViewModels

/// The client of one request or one socket: its address, and its session. The session is found by its cookie, or
/// created when a personal screen is first shown.
@SceneActor package final class SessionTicket {
    /// The address of the client; empty for a client on this machine, which has no limits for each address.
    package let address: String
    /// The memory that counts for the address, if the address has a limit.
    package let share: ByteShare?
    /// Whether the client uses a secure connection, so that its cookie can be marked `Secure`.
    package let isSecure: Bool
    /// Who the client has signed in as.
    package let principal: Principal
    /// The sign-in or key of the client, unless it is nobody.
    package let identity: Identity?
    /// The client's tab of a browser, as the client names it; `nil` if it does not.
    package var tab: String?
    /// The language of the client, one of the app's; `nil` if the app has none.
    package var language: Language?
    /// Returns whether the client may open the screens for operators now.
    package var isOperator: @SceneActor () -> Bool = { false }
    /// Keeps the rights of the principal current while the client is connected.
    var rights: AnyObject?
    private let sessions: Sessions
    private var session: Session?
    private var isNew = false
    private var held: Session?

    /// Makes a ticket from the id in the cookie, if there is one. The session of an identity needs no cookie: its id is
    /// the identity's.
    package init(
        id: String?, in sessions: Sessions, address: String = "", share: ByteShare? = nil, isSecure: Bool = false,
        principal: Principal = .nobody, identity: Identity? = nil
    ) {
        self.address = address
        self.share = share
        self.isSecure = isSecure
        self.principal = identity?.principal ?? principal
        self.identity = identity
        self.sessions = sessions
        session = (identity?.visitor ?? id).flatMap { sessions.find($0) }
    }

    /// The id of the session, if there is one.
    package var sessionID: String? { session?.id }

    /// Returns the session, and creates it if needed.
    @discardableResult package func take() -> Session {
        if let session { return session }
        let made = identity.map { sessions.make($0.visitor) } ?? sessions.make()
        isNew = identity == nil
        session = made
        return made
    }

    /// Holds the session, if there is one, while a socket is open.
    package func hold() {
        held = session
        held?.hold(for: share)
    }

    /// Releases the session that ``hold()`` holds.
    package func release() {
        held?.release()
        held = nil
    }

    /// Returns the session's id if the client needs a cookie: the session is new, or its cookie must be renewed.
    ///
    /// A new session that holds nothing and is not in use, as after an invalid route, is dropped instead.
    package func nameToTell() -> String? {
        guard let session, identity == nil else { return nil }
        if isNew, !session.isInUse, session.isEmpty {
            sessions.forget(session)
            self.session = nil
            isNew = false
            return nil
        }
        return sessions.renew(session) || isNew ? session.id : nil
    }

    /// Returns the session's id if the client needs a cookie, and creates the session if needed. For responses that
    /// come before a personal screen, when no later response can set a cookie.
    package func nameToKeep() -> String? {
        guard identity == nil else { return nil }
        let session = take()
        return sessions.renew(session) || isNew ? session.id : nil
    }
}
