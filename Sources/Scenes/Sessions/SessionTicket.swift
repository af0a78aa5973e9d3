import Loop

/// The session of one request or socket: found by its cookie, made when something personal is first shown.
@SceneActor package final class SessionTicket {
    private let sessions: Sessions
    private var session: Session?
    /// The name of the session that was made for this ticket, if one was: the visitor has to be told.
    package private(set) var newID: String?

    /// A ticket with what came in the cookie, if one came.
    package init(id: String?, in sessions: Sessions) {
        self.sessions = sessions
        session = id.flatMap { sessions.find($0) }
    }

    /// The session, made now if there is none.
    package func take() -> Session {
        if let session { return session }
        reserve()
        let made = sessions.make(newID ?? "")
        session = made
        return made
    }

    /// Chooses the name of the session, if there is none yet, without making it: the visitor can be told now only.
    package func reserve() {
        if session == nil, newID == nil { newID = Sessions.newID() }
    }
}
