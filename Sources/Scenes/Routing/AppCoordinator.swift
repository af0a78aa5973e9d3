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
    private var screens: [@SceneActor (Route) -> ScreenPlan?] = []
    private var files: [@SceneActor (Route) -> FileReader?] = []

    /// A function that reads a file.
    public typealias FileReader = @SceneActor () async throws(RouteError) -> ServedFile

    /// Called when routes lead to other screens than before.
    public final var onChange: (() -> Void)?

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
        add(pattern) { route, values in
            ScreenPlan(route: route) { make(route, values) ?? MissingViewModel() }
        }
    }

    /// Shows one shared view model to all visitors of one route.
    public final func screen(_ path: String, _ make: @escaping @SceneActor (Route) -> ViewModel?) {
        screen(RoutePattern(path)) { route, _ in make(route) }
    }

    /// Shows each visitor a separate view model, with inputs, drafts or dialogs kept in the visitor's session.
    public final func personal<Values>(
        _ pattern: RoutePattern<Values>,
        _ make: @escaping @SceneActor (Route, Values) -> ViewModel?
    ) {
        hasPersonalScreens = true
        add(pattern) { route, values in
            ScreenPlan(route: route, isPersonal: true) { make(route, values) ?? MissingViewModel() }
        }
    }

    /// Shows each visitor a separate view model that depends on ``Visitor/notes``, such as the signed-in user. The view
    /// model is re-created when the notes change.
    public final func personal<Values>(
        _ pattern: RoutePattern<Values>,
        _ make: @escaping @SceneActor (Route, Values, Visitor) -> ViewModel?
    ) {
        hasPersonalScreens = true
        add(pattern) { route, values in
            ScreenPlan(route: route) { visitor in make(route, values, visitor) ?? MissingViewModel() }
        }
    }

    /// Shows each visitor of one route a separate view model that depends on ``Visitor/notes``.
    public final func personal(_ path: String, _ make: @escaping @SceneActor (Route, Visitor) -> ViewModel?) {
        personal(RoutePattern(path)) { route, _, visitor in make(route, visitor) }
    }

    /// Shows each visitor of one route a separate view model.
    public final func personal(_ path: String, _ make: @escaping @SceneActor (Route) -> ViewModel?) {
        personal(RoutePattern(path)) { route, _ in make(route) }
    }

    /// Serves files, such as images, at routes of this shape. `read` returns `nil` if no file exists there.
    public final func files<Values>(
        _ pattern: RoutePattern<Values>, _ read: @escaping @SceneActor (Values) -> FileReader?
    ) {
        files.append { route in
            guard let values = pattern.values(of: route) else { return nil }
            return read(values)
        }
    }

    /// Returns the screen of the first pattern that matches `route`.
    ///
    /// - Throws: ``RouteError/notFound(message:)`` if no pattern matches.
    open func screen(for route: Route, as principal: Principal) throws(RouteError) -> ScreenPlan {
        for plan in screens { if let found = plan(route) { return found } }
        throw .notFound(message: "Unknown route: \(route).")
    }

    /// Returns a function that reads the file at `route`, or `nil` if there is none.
    open func file(for route: Route, as principal: Principal) -> FileReader? {
        for read in files { if let found = read(route) { return found } }
        return nil
    }

    private func add<Values>(
        _ pattern: RoutePattern<Values>, _ plan: @escaping @SceneActor (Route, Values) -> ScreenPlan
    ) {
        screens.append { route in pattern.values(of: route).map { plan(pattern.canonical(route), $0) } }
    }
}

extension Navigation {
    /// Makes a navigation to a route.
    public init(to route: Route, style: Style = .push) {
        self.init(route.description, style: style)
    }
}
