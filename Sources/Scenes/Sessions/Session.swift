import JSON
import Loop
import ViewModels

/// The session of one visitor. It keeps the state of the visitor's personal scenes, by route, while no client shows
/// them.
@SceneActor package final class Session {
    /// The unguessable id in the visitor's cookie.
    package let id: String
    /// The beginning of a session's id if the visitor has signed in with a browser.
    package nonisolated static let browserPrefix = "person-"
    /// When the session was last used. Without meaning while it is in use.
    var lastUse: ContinuousClock.Instant
    /// When the visitor last received the cookie; `nil` if unknown, as after a restart.
    var toldAt: ContinuousClock.Instant?
    /// The app's notes about the visitor.
    var notes: JSONObject {
        didSet {
            guard notes != oldValue else { return }
            measure()
            onChange()
            onNote()
        }
    }
    /// Called after the notes have changed.
    var onNote: () -> Void = {}
    /// The inputs of personal scenes, by route.
    private(set) var states: [String: JSONObject] = [:]
    /// Called after a state or the notes have changed.
    var onChange: () -> Void = {}
    /// Called when a use of the session begins or ends.
    var onUse: () -> Void = {}
    private var handed: [String: ControllerModel] = [:]
    private var holders = 0
    /// The bytes of the states, by route.
    private var sizes: [String: Int] = [:]
    /// The bytes of all states together.
    package private(set) var stateBytes = 0
    /// The memory that the session is counted for, once the server keeps it.
    var kept: ByteHolding? { didSet { measure() } }

    /// The most bytes of states: as many as one message may have. The least recently changed states are dropped first.
    private static let stateLimit = 1024 * 1024
    /// The most models that wait for their screen. The oldest are dropped first.
    private static let handedLimit = 100
    private var order = RecencyQueue()
    private var handedOrder = RecencyQueue()

    /// Makes a session with these notes and states.
    ///
    /// - Parameter states: The states, the least recently changed first.
    init(
        id: String, lastUse: ContinuousClock.Instant = .now, notes: JSONObject = [:],
        states: [(route: String, state: JSONObject)] = []
    ) {
        self.id = id
        self.lastUse = lastUse
        self.notes = notes
        for (route, state) in states { set(state, of: route) }
    }

    /// The names of the scenes whose states are kept, the least recently changed first; see ``name(of:in:)``.
    var routes: [String] { order.names }

    /// Returns the name of a scene's state: its route, and the tab if each tab has its own. No route has a `#`.
    nonisolated static func name(of route: String, in tab: String?) -> String { tab.map { "\(route)#\($0)" } ?? route }

    /// Returns the route of the scene whose state has a name.
    nonisolated static func route(of name: String) -> Route? { Route(String(name.prefix { $0 != "#" })) }

    /// Whether the session has neither states nor notes.
    var isEmpty: Bool { states.isEmpty && notes.isEmpty }

    /// Whether a socket or a personal scene holds the session. Such a session neither expires nor makes way for others.
    package var isInUse: Bool { holders > 0 }

    /// The time since the last use; zero while the session is in use.
    func age(at now: ContinuousClock.Instant) -> Duration { isInUse ? .zero : lastUse.duration(to: now) }

    /// Begins a use by a socket or a personal scene. Call ``release()`` once for each call. While the session is in
    /// use, its memory counts for the address of the socket.
    package func hold(for share: ByteShare? = nil) {
        if share != nil || holders == 0 { kept?.move(to: .sessions, for: share) }
        holders += 1
        onUse()
    }

    /// Ends a use that ``hold(for:)`` began.
    package func release() {
        holders -= 1
        if holders == 0 { kept?.move(to: .idleSessions, for: nil) }
        onUse()
    }

    /// Keeps the inputs of a scene.
    func keep(_ state: JSONObject, of route: String) {
        guard states[route] ?? [:] != state else { return }
        set(state, of: route)
        onChange()
    }

    private func set(_ state: JSONObject, of route: String) {
        drop(route)
        defer { measure() }
        guard !state.isEmpty else { return order.remove(route) }
        let size = route.utf8.count + JSON.object(state).bytes.count
        states[route] = state
        sizes[route] = size
        stateBytes += size
        order.use(route)
        while stateBytes > Self.stateLimit, let oldest = order.removeOldest() { drop(oldest) }
    }

    private func drop(_ route: String) {
        states[route] = nil
        stateBytes -= sizes.removeValue(forKey: route) ?? 0
    }

    private func measure() {
        kept?.set(Self.size + 2 * stateBytes + (notes.isEmpty ? 0 : JSON.object(notes).footprint))
    }

    /// The memory of an empty session, in bytes.
    private static let size = 512

    /// Drops the state of a scene and the model that waits for it.
    func forget(_ name: String) {
        keep([:], of: name)
        _ = takeHanded(to: String(name.prefix { $0 != "#" }))
    }

    /// Keeps a model that one screen passes to the next, until the next screen is shown.
    func hand(_ model: ControllerModel, to route: String) {
        let route = Route(route)?.description ?? route
        handed[route] = model
        handedOrder.use(route)
        if handedOrder.count > Self.handedLimit, let oldest = handedOrder.removeOldest() { handed[oldest] = nil }
    }

    /// Returns the model that waits for a screen, and drops it.
    func takeHanded(to route: String) -> ControllerModel? {
        handedOrder.remove(route)
        return handed.removeValue(forKey: route)
    }
}
