import Loop
import ViewModels

/// The coordinator of an app, which maps each route to a view model and decides what comes next.
///
///     final class Music: AppCoordinator {
///         static let artist = RoutePattern("/artists/{id}", Int.self)
///
///         override init() {
///             super.init()
///             screen("/") { [unowned self] _ in HomeViewModel(self) }
///             screen(Self.artist) { _, id in ArtistViewModel(id) }
///             personal("/sign-in") { _ in SignInViewModel() }
///         }
///
///         func showArtist(_ id: Int) -> Navigation { Navigation(to: Self.artist.route(id)) }
///     }
///
/// View models know the coordinator and no other screen. They ask the coordinator where to go, and return its
/// ``Navigation`` from a command, or pass it to ``ViewModel/navigate(_:)``.
@SceneActor open class AppCoordinator: Coordinator {
    private var screens: [@SceneActor (Route, Principal) -> ScreenPlan?] = []
    /// The screens of routes that no pattern matches.
    private var others: [(source: any ScreenSource, isGranted: Bool)] = []
    private var files: [@SceneActor (Route, Principal) -> FileReader?] = []
    /// The rules that limit what principals see of the models; `nil` without rules.
    package final private(set) var rules: (any AppRules)?

    /// A function that reads a file.
    public typealias FileReader = @SceneActor () async throws(RouteError) -> ServedFile

    /// Knows who may sign in, while the app is served with people.
    package final weak var authenticator: (any Authenticator)?
    /// The patterns of screens and files, for a description.
    package final private(set) var shapes: [RecordedShape] = []

    /// A pattern, and whether its example is for a principal.
    package typealias RecordedShape = (shape: RouteShape, isFile: Bool, isShown: @SceneActor (Principal) -> Bool)
    /// Whether a route has the shape of a screen or a file.
    private var patterns: [@SceneActor (Route) -> Bool] = []
    private var published: [@SceneActor (Route) -> Bool] = []
    /// The work that goes on while the app is served.
    package final private(set) var backgroundWork: [any BackgroundWork] = []

    /// Called when routes lead to other screens than before.
    public final var onChange: (() -> Void)?

    /// The texts of an app in several languages. A client gets the screens in the language that its `Accept-Language`
    /// prefers, or in the first. View models have it as ``ViewModel/language``. A title of an input, an output or a
    /// choice that is the name of a text stands for this text. Set it while the coordinator is made.
    public final var texts: Texts?

    /// The route of the app's own sign-in; `nil` without one.
    public final private(set) var signInRoute: String?

    /// Whether any screen is personal.
    public final private(set) var hasPersonalScreens = false

    /// Makes a coordinator without routes.
    public init() {}

    /// Shows one shared view model to all visitors of a route of this shape. `make` returns `nil` if nothing exists
    /// there. The route that `make` receives has only the parameters that the pattern names.
    public final func screen<Values>(
        _ pattern: RoutePattern<Values>,
        _ make: @escaping @SceneActor (Route, Values) -> ViewModel?
    ) {
        add(pattern) { route, values, _ in
            ScreenPlan(route: route) { make(route, values) ?? MissingViewModel() }
        }
    }

    /// Shows one shared view model to all visitors of one route.
    public final func screen(_ path: String, _ make: @escaping @SceneActor (Route) -> ViewModel?) {
        screen(RoutePattern(path)) { route, _ in make(route) }
    }

    /// Shows each visitor a separate view model, with inputs, drafts or dialogs kept in the visitor's session. `inputs`
    /// says whether each tab of a visitor has its own.
    public final func personal<Values>(
        _ pattern: RoutePattern<Values>, inputs: InputScope = .perVisitor,
        _ make: @escaping @SceneActor (Route, Values) -> ViewModel?
    ) {
        hasPersonalScreens = true
        add(pattern) { route, values, _ in
            var plan = ScreenPlan(route: route, isPersonal: true) { make(route, values) ?? MissingViewModel() }
            plan.inputs = inputs
            return plan
        }
    }

    /// Shows each visitor a separate view model that depends on who has signed in, or on ``Visitor/notes``. The view
    /// model is re-created when the notes or the visitor's rights change.
    public final func personal<Values>(
        _ pattern: RoutePattern<Values>, inputs: InputScope = .perVisitor,
        _ make: @escaping @SceneActor (Route, Values, Visitor) -> ViewModel?
    ) {
        addPersonal(pattern, inputs: inputs, make)
    }

    /// Shows each visitor of one route a separate view model that depends on the visitor.
    public final func personal(
        _ path: String, inputs: InputScope = .perVisitor,
        _ make: @escaping @SceneActor (Route, Visitor) -> ViewModel?
    ) {
        personal(RoutePattern(path), inputs: inputs) { route, _, visitor in make(route, visitor) }
    }

    /// Shows each visitor of one route a separate view model.
    public final func personal(
        _ path: String, inputs: InputScope = .perVisitor, _ make: @escaping @SceneActor (Route) -> ViewModel?
    ) {
        personal(RoutePattern(path), inputs: inputs) { route, _ in make(route) }
    }

    /// Serves files, such as images, at routes of this shape. `read` returns `nil` if no file exists there.
    public final func files<Values>(
        _ pattern: RoutePattern<Values>, _ read: @escaping @SceneActor (Values) -> FileReader?
    ) {
        addFiles(pattern) { values, _ in read(values) }
    }

    /// Lets clients that have not signed in open the screens and files at routes of this shape. As soon as a route is
    /// published, all others are for clients that have signed in. Routes with rules that grant something to `everyone`
    /// stay open.
    public final func publish<Values>(_ pattern: RoutePattern<Values>) {
        published.append { pattern.values(of: $0) != nil }
    }

    /// Lets clients that have not signed in open a route, such as the route of an app's own sign-in.
    public final func publish(_ path: String) { publish(RoutePattern(path)) }

    /// Publishes the route of the app's own sign-in. Pages that need a sign-in lead there, instead of to `/-/sign-in`.
    public final func publish(signIn path: String) {
        publish(path)
        signInRoute = path
    }

    /// Does work while the app is served, such as jobs.
    public final func background(_ work: any BackgroundWork) { backgroundWork.append(work) }

    /// Whether any route is published.
    final var hasPublished: Bool { !published.isEmpty }

    /// Returns a visitor who can sign in.
    private func known(_ visitor: Visitor) -> Visitor {
        var visitor = visitor
        visitor.authenticator = authenticator
        return visitor
    }

    /// Returns whether a route exists for a principal. By default it exists for every principal. Override it to keep
    /// screens and files from some principals:
    ///
    ///     override func admits(_ principal: Principal, to route: Route) -> Bool {
    ///         route.segments.first != "people" || principal.isAdmin
    ///     }
    ///
    /// The answer must depend on the arguments alone. Roles are part of the principal: when they change, the
    /// principal's connections end.
    open func admits(_ principal: Principal, to route: Route) -> Bool { true }

    /// Returns the screen of the first pattern that matches `route`.
    ///
    /// - Throws: ``RouteError/signIn(message:)`` if the route is only for clients that have signed in.
    ///   ``RouteError/notFound(message:)`` if no pattern matches, or if the route is not for this principal.
    open func screen(for route: Route, as principal: Principal) throws(RouteError) -> ScreenPlan {
        if var found = plan(for: route, principal) {
            found.gaps = { [unowned self] in
                route.above.filter { plan(for: $0, principal) == nil }.map(\.description)
            }
            return found
        }
        for (source, isGranted) in others where admits(principal, to: route) && isFor(principal, route, isGranted) {
            if let found = try source.screen(for: route, as: principal) { return found }
        }
        if principal.kind == .nobody, authenticator != nil, patterns.contains(where: { $0(route) }) {
            throw .signIn(message: "Sign in at \(signInRoute ?? "/-/sign-in"), or send a key.")
        }
        throw .notFound(message: "Unknown route: \(route).")
    }

    /// Adds screens of routes that no pattern matches. With rules, they are for clients that have signed in, unless they
    /// show only what rules grant.
    package final func add(_ source: any ScreenSource, isGranted: Bool) { others.append((source, isGranted)) }

    /// Returns the screen of the first pattern that matches `route`, if it is for this principal.
    private final func plan(for route: Route, _ principal: Principal) -> ScreenPlan? {
        guard admits(principal, to: route) else { return nil }
        for plan in screens { if let found = plan(route, principal) { return found } }
        return nil
    }

    /// Returns a function that reads the file at `route`, or `nil` if there is none.
    open func file(for route: Route, as principal: Principal) -> FileReader? {
        guard admits(principal, to: route) else { return nil }
        for read in files { if let found = read(route, principal) { return found } }
        return nil
    }

    /// Limits the app by rules.
    ///
    /// - Precondition: The app has no other rules.
    package final func limit(by rules: any AppRules) {
        precondition(self.rules.map { $0 === rules } ?? true, "An app can have the rules of one file only.")
        self.rules = rules
    }

    /// Adds screens. `isGranted` says that they show only what rules grant.
    package final func add<Values>(
        _ pattern: RoutePattern<Values>, isGranted: Bool = false,
        _ plan: @escaping @SceneActor (Route, Values, Principal) -> ScreenPlan
    ) {
        record(pattern, isFile: false, isGranted)
        screens.append { [unowned self] route, principal in
            guard isFor(principal, route, isGranted), let values = pattern.values(of: route) else { return nil }
            var plan = plan(pattern.canonical(route), values, principal)
            plan.queryNames = pattern.queryNames
            return plan
        }
    }

    /// Adds personal screens that depend on the visitor. See ``add(_:isGranted:_:)``.
    package final func addPersonal<Values>(
        _ pattern: RoutePattern<Values>, isGranted: Bool = false, inputs: InputScope,
        _ make: @escaping @SceneActor (Route, Values, Visitor) -> ViewModel?
    ) {
        hasPersonalScreens = true
        add(pattern, isGranted: isGranted) { [unowned self] route, values, principal in
            var plan = ScreenPlan(route: route) { [unowned self] visitor in
                make(route, values, known(visitor)) ?? MissingViewModel()
            }
            plan.inputs = inputs
            if let rules { plan.audience = rules.audience(of: principal) }
            return plan
        }
    }

    /// Adds files. `isGranted` says that they show only what rules grant.
    package final func addFiles<Values>(
        _ pattern: RoutePattern<Values>, isGranted: Bool = false,
        _ read: @escaping @SceneActor (Values, Principal) -> FileReader?
    ) {
        record(pattern, isFile: true, isGranted)
        files.append { [unowned self] route, principal in
            guard isFor(principal, route, isGranted), let values = pattern.values(of: route) else { return nil }
            return read(values, principal)
        }
    }

    private func record<Values>(_ pattern: RoutePattern<Values>, isFile: Bool, _ isGranted: Bool) {
        shapes.append(
            (
                pattern.shape, isFile,
                { [unowned self] principal in
                    let example = pattern.shape.example
                    return admits(principal, to: example) && isFor(principal, example, isGranted)
                }
            ))
        patterns.append { pattern.values(of: $0) != nil }
    }

    /// Whether a route is for a principal. `isGranted` says that it shows only what rules grant.
    ///
    /// A published route is for everybody. Once there are rules or published routes, all others are for clients that
    /// have signed in. What rules grant to `everyone` stays open, and without published routes the rules alone decide.
    private final func isFor(_ principal: Principal, _ route: Route, _ isGranted: Bool) -> Bool {
        if published.contains(where: { $0(route) }) { return true }
        let isKnown = principal.kind != .nobody
        if isGranted { return isKnown || published.isEmpty || rules?.admitsNobody ?? false }
        return (isKnown && principal.tables == nil) || (rules == nil && published.isEmpty)
    }
}

extension Navigation {
    /// Makes a navigation to a route.
    public init(to route: Route, style: Style = .push) {
        self.init(route.description, style: style)
    }
}
