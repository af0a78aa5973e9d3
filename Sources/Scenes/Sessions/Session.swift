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
        let route = Route(route)?.description ?? route
        if handed.count >= Self.stateLimit { handed = [:] }
        handed[route] = model
    }

    /// Takes what was handed to a screen.
    func takeHanded(to route: String) -> ControllerModel? {
        handed.removeValue(forKey: route)
    }
}
