import JSON
import Loop
import ViewModels

/// What one visitor has of their own: the state of their personal scenes, by route, kept while nobody shows them.
@SceneActor package final class Session {
    /// The name it goes by in the visitor's cookie: not to be guessed.
    package let id: String
    /// When it was last used.
    var lastUse: ContinuousClock.Instant
    /// The inputs of personal scenes, by route.
    private(set) var states: [String: JSONObject]
    /// Told when a state has changed.
    var onChange: () -> Void = {}
    private var handed: [String: ControllerModel] = [:]

    /// How many scenes' states are kept; those that were changed longest ago go first.
    private static let stateLimit = 100
    private var order: [String]

    init(id: String, lastUse: ContinuousClock.Instant = .now, states: [String: JSONObject] = [:]) {
        self.id = id
        self.lastUse = lastUse
        self.states = states
        order = states.keys.sorted()
    }

    /// Keeps the inputs of a scene.
    func keep(_ state: JSONObject, of route: String) {
        guard states[route] ?? [:] != state else { return }
        order.removeAll { $0 == route }
        states[route] = state.isEmpty ? nil : state
        if !state.isEmpty { order.append(route) }
        if order.count > Self.stateLimit { states[order.removeFirst()] = nil }
        onChange()
    }

    /// Keeps what a screen hands to the one that it leads to, until that is shown.
    func hand(_ model: ControllerModel, to route: String) {
        if handed.count >= Self.stateLimit { handed = [:] }
        handed[route] = model
    }

    /// Takes what was handed to a screen.
    func takeHanded(to route: String) -> ControllerModel? {
        handed.removeValue(forKey: route)
    }
}

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
