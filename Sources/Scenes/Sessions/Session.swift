import JSON
import Loop
import ViewModels

/// What one visitor has of their own: the state of their personal scenes, by route, kept while nobody shows them.
@SceneActor package final class Session {
    /// The name it goes by in the visitor's cookie: not to be guessed.
    package let id: String
    /// When it was last used, if it is not in use now.
    var lastUse: ContinuousClock.Instant
    /// When the visitor was last given its cookie; `nil` when that is not known, as after a restart.
    var toldAt: ContinuousClock.Instant?
    /// What the app has noted of the visitor.
    var notes: JSONObject {
        didSet {
            guard notes != oldValue else { return }
            measure()
            onChange()
            onNote()
        }
    }
    /// Told when the app has noted something else.
    var onNote: () -> Void = {}
    /// The inputs of personal scenes, by route.
    private(set) var states: [String: JSONObject] = [:]
    /// Told when a state has changed.
    var onChange: () -> Void = {}
    /// Told when it is used, and when it is not in use any more.
    var onUse: () -> Void = {}
    private var handed: [String: ControllerModel] = [:]
    private var holders = 0
    /// The bytes of the states, by route.
    private var sizes: [String: Int] = [:]
    /// The bytes of all states together.
    package private(set) var stateBytes = 0
    /// What is kept of the session, once it is one of the server's.
    var kept: ByteHolding? { didSet { measure() } }

    /// How many bytes of states are kept, as many as one message may have; those that were changed longest ago go first.
    private static let stateLimit = 1024 * 1024
    /// How many models that were handed on are kept; the oldest go first.
    private static let handedLimit = 100
    private var order = RecencyQueue()
    private var handedOrder = RecencyQueue()

    /// A session with what it had, the states that were changed longest ago first.
    init(
        id: String, lastUse: ContinuousClock.Instant = .now, notes: JSONObject = [:],
        states: [(route: String, state: JSONObject)] = []
    ) {
        self.id = id
        self.lastUse = lastUse
        self.notes = notes
        for (route, state) in states { set(state, of: route) }
    }

    /// The routes of the scenes whose states are kept, the one that was changed longest ago first.
    var routes: [String] { order.names }

    /// Whether nothing would be lost with it.
    var isEmpty: Bool { states.isEmpty && notes.isEmpty }

    /// Whether a socket or a personal scene has it now: it is neither over then nor does it make way for others.
    package var isInUse: Bool { holders > 0 }

    /// How long ago it was used.
    func age(at now: ContinuousClock.Instant) -> Duration { isInUse ? .zero : lastUse.duration(to: now) }

    /// Begins a use of some length: that of a socket, or of a personal scene. Let go of it once. The address that a socket comes
    /// from answers for what the session keeps, as long as it is in use.
    package func hold(for share: ByteShare? = nil) {
        if share != nil || holders == 0 { kept?.move(to: .sessions, for: share) }
        holders += 1
        onUse()
    }

    /// Ends a use that ``hold()`` began.
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

    /// What a session takes that holds nothing, in bytes.
    private static let size = 512

    /// Forgets what was typed in a scene and what was handed to it.
    func forget(_ route: String) {
        keep([:], of: route)
        _ = takeHanded(to: route)
    }

    /// Keeps what a screen hands to the one that it leads to, until that is shown.
    func hand(_ model: ControllerModel, to route: String) {
        let route = Route(route)?.description ?? route
        handed[route] = model
        handedOrder.use(route)
        if handedOrder.count > Self.handedLimit, let oldest = handedOrder.removeOldest() { handed[oldest] = nil }
    }

    /// Takes what was handed to a screen.
    func takeHanded(to route: String) -> ControllerModel? {
        handedOrder.remove(route)
        return handed.removeValue(forKey: route)
    }
}
