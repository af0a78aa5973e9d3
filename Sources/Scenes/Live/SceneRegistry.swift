import JSON
import Loop
import ViewModels
import Wire

/// Every scene that is open, by its canonical route.
///
/// A scene lives while somebody watches it and for a while after, so that whoever comes back finds its state and its
/// history; the number of scenes is bounded, and those nobody watches make way first.
@SceneActor package final class SceneRegistry {
    /// How long a view is kept that nobody watches.
    private var linger: Duration
    /// The most scenes there may be.
    private var limit: Int
    private let coordinator: any Coordinator
    private let states: ShownStates
    private let shares: SceneShares
    private let memory: ByteAccount
    private(set) var scenes: [String: Scene] = [:]
    private var lastNumber = 0
    private var sweep: LoopTimer?

    /// Scenes of a coordinator; one address keeps at most `share` of them open alone.
    package init(
        coordinator: any Coordinator, linger: Duration, limit: Int, share: Int = .max,
        after states: ShownStates = ShownStates(), memory: ByteAccount = ByteAccount()
    ) {
        self.memory = memory
        self.coordinator = coordinator
        self.states = states
        shares = SceneShares(limit: share)
        self.linger = linger
        self.limit = limit
        memory.addCache(of: .idleViews) { [weak self] in self?.makeRoom(for: $0) }
        coordinator.onChange = { [weak self] in self.map { $0.rederive($0.scenes.values) } }
    }

    /// The number of scenes that are open.
    package var count: Int { scenes.count }
    /// The number of their views. O(scenes).
    package var viewCount: Int { scenes.values.reduce(0) { $0 + $1.viewCount } }
    /// How often a scene was not opened because there were too many, or too much was kept, of all or of one address.
    package private(set) var refusals = (byLimit: 0, byShare: 0, byMemory: 0, byAddress: 0)

    /// Changes the limits; scenes that are open stay.
    package func limit(to limit: Int, share: Int, linger: Duration) {
        (self.limit, self.linger, shares.limit) = (limit, linger, share)
    }

    /// Gives `body` the scene that a route addresses, opened if nobody has: when it is known what every change of the models
    /// that there is now makes of the route, which mostly is at once.
    package func find(
        _ route: Route, for visitor: SessionTicket, _ body: @escaping @SceneActor (Result<Scene, RouteError>) -> Void
    ) {
        coordinator.whenCurrent { [self] in
            body(Result { () throws(RouteError) in try scene(for: route, visitor) })
        }
    }

    /// The scene that a route addresses, as far as is known now; see ``find(_:for:_:)``.
    package func scene(for route: Route, _ visitor: SessionTicket) throws(RouteError) -> Scene {
        let plan = try coordinator.screen(for: route)
        let session = plan.isPersonal ? visitor.take() : nil
        session?.onNote = { [weak self, weak session] in self?.follow(session) }
        let key = Screen.key(of: plan.route, for: session)
        guard scenes[key]?.mayBeHeld(by: visitor) ?? shares.hasRoom(for: visitor.address) else {
            refusals.byShare += 1
            throw .unavailable(
                code: "too-many-scenes",
                message: "Your address keeps \(shares.limit) screens open that nobody else does. Close some of them.")
        }
        if let scene = scenes[key] { return scene }
        if scenes.count >= limit { prune(idleSince: ContinuousClock().now) }
        guard scenes.count < limit else {
            refusals.byLimit += 1
            throw .unavailable(
                code: "too-many-scenes", message: "\(limit) different screens are open at once. Try again later.")
        }
        if let shortage = memory.shortage(of: 0, for: visitor.share) {
            if shortage == .total { refusals.byMemory += 1 } else { refusals.byAddress += 1 }
            throw .unavailable(
                code: "no-room",
                message: shortage == .total
                    ? "The server keeps as much as memoryLimit allows. Try again later."
                    : "The server keeps as much for your address as it may. Try again later.")
        }
        lastNumber += 1
        let screen = Screen(
            number: lastNumber, route: plan.route, session: session, viewModel: plan.makeViewModel(for: session))
        let scene = Scene(screen, shares: shares, after: states, memory: memory) { [weak self] scene in
            self?.forget(scene, key: key)
        }
        scenes[key] = scene
        scheduleSweep()
        return scene
    }

    /// Keeps what viewers hold now, for when they come back after a restart.
    package func keepStates() {
        for scene in scenes.values where scene.screen.session == nil {
            for state in scene.views.compactMap(\.state) { states.keep(state, at: scene.screen.route) }
        }
    }

    /// Ends every scene, as at the end of the service.
    package func endAll(_ code: String) {
        for scene in scenes.values { scene.end(code) }
    }

    private func forget(_ scene: Scene, key: String) {
        if scenes[key] === scene { scenes[key] = nil }
    }

    /// Asks anew what those of a visitor's screens show that go by what the app has noted of them, once the turn is over that has
    /// changed it.
    private func follow(_ session: Session?) {
        EventLoop.shared.atEndOfTurn(.flush) { [weak self] in
            guard let self, let session else { return }
            let goesByNotes = { [coordinator] route in (try? coordinator.screen(for: route))?.goesByNotes ?? false }
            for route in session.routes where Route(route).map(goesByNotes) ?? false { session.forget(route) }
            rederive(scenes.values.filter { $0.screen.session === session && goesByNotes($0.screen.route) })
        }
    }

    /// Asks again what open routes show: another view model, or nothing any more.
    private func rederive(_ scenes: some Sequence<Scene>) {
        for scene in scenes {
            do {
                let plan = try coordinator.screen(for: scene.screen.route)
                scene.replace(plan.makeViewModel(for: scene.screen.session))
            } catch .unavailable {
                continue
            } catch {
                scene.end("gone")
            }
        }
    }

    private func prune(idleSince deadline: ContinuousClock.Instant) {
        for (key, scene) in scenes where !scene.prune(idleSince: deadline) {
            scenes[key] = nil
            scene.end("closed")
        }
    }

    private func scheduleSweep() {
        guard sweep == nil else { return }
        sweep = EventLoop.shared.after(linger / 2) { [weak self] in
            guard let self else { return }
            sweep = nil
            prune(idleSince: ContinuousClock().now - linger)
            if !scenes.isEmpty { scheduleSweep() }
        }
    }
}
