import DataSources
import JSON
import Loop
import ViewModels
import Wire

/// All open scenes, by canonical route.
///
/// A scene stays open for a while after its last viewer leaves, so that a returning viewer finds its state and history.
/// The number of scenes is limited; unwatched scenes are closed first.
@SceneActor package final class SceneRegistry {
    /// The time for which an unwatched view is kept.
    private var linger: Duration
    /// The maximum number of scenes.
    private var limit: Int
    private let coordinator: any Coordinator
    private let states: ShownStates
    private let shares: SceneShares
    private let memory: ByteAccount
    private(set) var scenes: [String: Scene] = [:]
    private var lastNumber = 0
    private var sweep: LoopTimer?

    /// Makes a registry for the screens of a coordinator. One principal that has signed in, or else one address, may
    /// hold at most `share` scenes open alone.
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

    /// Called with the path and the problem of a screen whose audience does not get the problem's text.
    package var onHiddenProblem: (_ path: String, ListProblem) -> Void = { _, _ in }

    /// Called with the path and the reason when a screen ends because of a mistake in the app's code. The fields are
    /// those of the log for what ran then.
    package var onMistake: (_ path: String, String, _ fields: [String: String]) -> Void = { _, _, _ in }

    /// The number of open scenes.
    package var count: Int { scenes.count }
    /// The number of views of all scenes. O(scenes).
    package var viewCount: Int { scenes.values.reduce(0) { $0 + $1.viewCount } }
    /// The number of refused scenes, by reason: too many scenes or too much memory, in total or for one address.
    package private(set) var refusals = (byLimit: 0, byShare: 0, byMemory: 0, byAddress: 0)

    /// Changes the limits. Open scenes stay open.
    package func limit(to limit: Int, share: Int, linger: Duration) {
        (self.limit, self.linger, shares.limit) = (limit, linger, share)
    }

    /// Calls `body` with the scene of a route, once the coordinator is current, usually immediately. Opens the scene if
    /// needed.
    package func find(
        _ route: Route, for visitor: SessionTicket, _ body: @escaping @SceneActor (Result<Scene, RouteError>) -> Void
    ) {
        coordinator.whenCurrent(for: visitor.principal) { [self] in
            body(Result { () throws(RouteError) in try scene(for: route, visitor) })
        }
    }

    /// Returns the scene of a route, and opens it if needed. Does not wait for the coordinator to become current; see
    /// ``find(_:for:_:)``.
    package func scene(for route: Route, _ visitor: SessionTicket) throws(RouteError) -> Scene {
        if coordinator.hasRules, visitor.rights == nil { visitor.rights = coordinator.rights(of: visitor.principal) }
        let plan = try coordinator.screen(for: route, as: visitor.principal)
        try plan.check(isForOperator: visitor.isOperator())
        let session = plan.isPersonal ? visitor.take() : nil
        session?.onNote = { [weak self, weak session] in self?.follow(session) }
        let tab = plan.isPersonal && plan.inputs == .perTab ? visitor.tab : nil
        let key = Screen.key(of: plan.route, for: session, tab: tab, in: plan.audience, visitor.language)
        if let scene = scenes[key], scene.screen.isPersonal, scene.screen.principal != visitor.principal {
            // The roles or the name of the person have changed.
            scene.end("rights")
            forget(scene, key: key)
        }
        guard scenes[key]?.mayBeHeld(by: visitor) ?? shares.hasRoom(for: visitor.holder) else {
            refusals.byShare += 1
            throw .unavailable(code: "too-many-scenes", message: visitor.holder.refusal(limit: shares.limit))
        }
        if let scene = scenes[key] {
            // A view model that is still being made gets it when it is there.
            if !(scene.screen.viewModel is PendingViewModel),
                let handed = session?.takeHanded(to: plan.route.description)
            {
                scene.screen.viewModel.controllerModel = handed
            }
            return scene
        }
        if scenes.count >= limit { prune(idleSince: ContinuousClock().now) }
        guard scenes.count < limit else {
            refusals.byLimit += 1
            throw .unavailable(
                code: "too-many-scenes", message: "The server has \(limit) screens open, its limit. Retry later.")
        }
        if let shortage = memory.shortage(of: 0, for: visitor.share) {
            if shortage == .total { refusals.byMemory += 1 } else { refusals.byAddress += 1 }
            throw .unavailable(code: "no-room", message: shortage.message)
        }
        lastNumber += 1
        let screen = Screen(
            number: lastNumber, plan, for: visitor.principal, in: session, tab: tab, language: visitor.language)
        if let fault = screen.viewModel.queryFault { throw .invalid(message: fault) }
        if let canonical = screen.viewModel.routeWithoutDefaults.flatMap({ Route($0) }) {
            return try scene(for: canonical, visitor)
        }
        screen.onHiddenProblem = { [weak self, unowned screen] in
            self?.onHiddenProblem(screen.viewModel.misuseName, $0)
        }
        let scene = Scene(
            screen, shares: shares, after: states, memory: memory,
            checkRights: { [weak self] in self?.checkRights($0, $1) },
            onEnd: { [weak self] in self?.forget($0, key: key) })
        scenes[key] = scene
        scheduleSweep()
        return scene
    }

    /// Whether the rules grant something to clients that have not signed in.
    package var admitsNobody: Bool { coordinator.admitsNobody }

    /// The route of the app's own sign-in; `nil` without one.
    package var signInRoute: String? { coordinator.signInRoute }

    /// Returns whether a screen still shows what a principal may see. If not, the principal's connections leave it.
    package func mayWatch(_ screen: Screen, _ principal: Principal) -> Bool {
        guard coordinator.hasRules else { return true }
        let plan = try? coordinator.screen(for: screen.route, as: principal)
        return plan?.audience == screen.audience
    }

    /// Calls `body` once the rights of a screen's principal are known: with the code of its end if it does not show
    /// what they are now, otherwise with `nil`.
    private func checkRights(_ screen: Screen, _ body: @escaping (String?) -> Void) {
        coordinator.whenCurrent(for: screen.principal) { [coordinator] in
            let plan = try? coordinator.screen(for: screen.route, as: screen.principal)
            body(plan.map { $0.audience == screen.audience ? nil : "rights" } ?? "gone")
        }
    }

    /// Waits until the rights of a principal include every commit made so far. Returns at once without rules.
    package func knowRights(of principal: Principal) async {
        await coordinator.knowRights(of: principal)
    }

    /// Saves the current states of viewers, who may come back after a restart.
    package func keepStates() {
        for scene in scenes.values where scene.screen.session == nil {
            for state in scene.views.compactMap(\.state) { states.keep(state, of: scene.screen) }
        }
    }

    /// Ends all scenes, as when the server stops.
    package func endAll(_ code: String) {
        for scene in scenes.values { scene.end(code) }
    }

    private func forget(_ scene: Scene, key: String) {
        if scenes[key] === scene { scenes[key] = nil }
        let viewModel = scene.screen.viewModel
        if let mistake = viewModel.mistake { onMistake(viewModel.misuseName, mistake, viewModel.mistakeFields) }
    }

    /// Re-creates the screens that depend on `Visitor.notes` after the notes change, at the end of the turn.
    private func follow(_ session: Session?) {
        EventLoop.shared.atEndOfTurn(.flush) { [weak self] in
            guard let self, let session else { return }
            let dependsOnNotes = { [coordinator] (route: Route, principal: Principal) in
                (try? coordinator.screen(for: route, as: principal))?.dependsOnNotes ?? false
            }
            let own = scenes.values.filter { $0.screen.session === session }
            let principal = own.first?.screen.principal ?? .nobody
            for route in session.routes where Session.route(of: route).map({ dependsOnNotes($0, principal) }) ?? false {
                session.forget(route)
            }
            rederive(own.filter { dependsOnNotes($0.screen.route, $0.screen.principal) })
        }
    }

    /// Asks the coordinator again for the view models of open scenes. A scene ends if its route shows nothing any more.
    private func rederive(_ scenes: some Sequence<Scene>) {
        for scene in scenes {
            do {
                let plan = try coordinator.screen(for: scene.screen.route, as: scene.screen.principal)
                guard plan.audience == scene.screen.audience else {
                    scene.end("rights")
                    continue
                }
                let (session, principal, tab) = (scene.screen.session, scene.screen.principal, scene.screen.tab)
                scene.replace(
                    Making.make(at: scene.screen.route, isShared: session == nil, in: scene.screen.language) {
                        plan.makeViewModel(for: session, principal, tab: tab)
                    })
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
