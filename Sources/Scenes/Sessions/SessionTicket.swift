import Loop

/// Who asks, in one request or on one socket: the address they come from, and their session, found by its cookie, made when
/// something personal is first shown.
@SceneActor package final class SessionTicket {
    /// The address that the visitor comes from; empty for one of this machine, which has no limits of its own.
    package let address: String
    /// What is kept for that address, if it has a limit.
    package let share: ByteShare?
    /// Whether the visitor came by a secure connection, so that a cookie need not travel without.
    package let isSecure: Bool
    private let sessions: Sessions
    private var session: Session?
    private var isNew = false
    private var held: Session?

    /// A ticket with what came in the cookie, if one came.
    package init(
        id: String?, in sessions: Sessions, address: String = "", share: ByteShare? = nil, isSecure: Bool = false
    ) {
        self.address = address
        self.share = share
        self.isSecure = isSecure
        self.sessions = sessions
        session = id.flatMap { sessions.find($0) }
    }

    /// The session, made now if there is none.
    @discardableResult package func take() -> Session {
        if let session { return session }
        let made = sessions.make()
        isNew = true
        session = made
        return made
    }

    /// Keeps the session, if there is one, as long as a socket is open.
    package func hold() {
        held = session
        held?.hold(for: share)
    }

    /// Lets go of the session that ``hold()`` keeps.
    package func release() {
        held?.release()
        held = nil
    }

    /// The name of the session, if the visitor has to be told: it was made for this ticket, or its cookie has to be renewed.
    ///
    /// One that was made for something that is not there, and holds nothing, is forgotten instead.
    package func nameToTell() -> String? {
        guard let session else { return nil }
        if isNew, !session.isInUse, session.isEmpty {
            sessions.forget(session)
            self.session = nil
            isNew = false
            return nil
        }
        return sessions.renew(session) || isNew ? session.id : nil
    }

    /// The name of the session, made now if there is none: what the visitor is told who may need one later, when nothing
    /// can be told.
    package func nameToKeep() -> String? {
        let session = take()
        return sessions.renew(session) || isNew ? session.id : nil
    }
}
