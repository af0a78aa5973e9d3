import Loop
import ViewModels

/// The coordinator of an app: it knows which view model each route shows, and what comes after what.
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
/// View models know the coordinator and never another screen: they ask it where to go, and return its answer from a
/// command, or push it with ``ViewModel/navigate(_:)``.
@SceneActor open class AppCoordinator: Coordinator {
    private var screens: [@SceneActor (Route) -> ScreenPlan?] = []
    private var files: [@SceneActor (Route) -> FileReader?] = []

    /// How a file is read.
    public typealias FileReader = @SceneActor () async throws(RouteError) -> ServedFile

    /// Told when routes lead elsewhere than before.
    public final var onChange: (() -> Void)?

    /// Whether a screen is personal.
    public final private(set) var hasPersonalScreens = false

    /// A coordinator without routes.
    public init() {}

    /// Shows one and the same view model to everyone who opens a route of this shape; `nil` when there is nothing there.
    /// The route that `make` is given has the parameters that the pattern names, and no others.
    public final func screen<Values>(
        _ pattern: RoutePattern<Values>,
        _ make: @escaping @SceneActor (Route, Values) -> ViewModel?
    ) {
        add(pattern) { route, values in
            ScreenPlan(route: route) { make(route, values) ?? MissingViewModel() }
        }
    }

    /// Shows everyone the same view model at one route.
    public final func screen(_ path: String, _ make: @escaping @SceneActor (Route) -> ViewModel?) {
        screen(RoutePattern(path)) { route, _ in make(route) }
    }

    /// Shows each visitor a view model of their own: with inputs, drafts or dialogs, kept in their session.
    public final func personal<Values>(
        _ pattern: RoutePattern<Values>,
        _ make: @escaping @SceneActor (Route, Values) -> ViewModel?
    ) {
        hasPersonalScreens = true
        add(pattern) { route, values in
            ScreenPlan(route: route, isPersonal: true) { make(route, values) ?? MissingViewModel() }
        }
    }

    /// Shows each visitor a view model of their own, by what the app has noted of them: of who they have signed in as, or a screen to
    /// do so. It is made anew when that changes.
    public final func personal<Values>(
        _ pattern: RoutePattern<Values>,
        _ make: @escaping @SceneActor (Route, Values, Visitor) -> ViewModel?
    ) {
        hasPersonalScreens = true
        add(pattern) { route, values in
            ScreenPlan(route: route) { visitor in make(route, values, visitor) ?? MissingViewModel() }
        }
    }

    /// Shows each visitor a view model of their own at one route, by what the app has noted of them.
    public final func personal(_ path: String, _ make: @escaping @SceneActor (Route, Visitor) -> ViewModel?) {
        personal(RoutePattern(path)) { route, _, visitor in make(route, visitor) }
    }

    /// Shows each visitor a view model of their own at one route.
    public final func personal(_ path: String, _ make: @escaping @SceneActor (Route) -> ViewModel?) {
        personal(RoutePattern(path)) { route, _ in make(route) }
    }

    /// Serves files at routes of this shape, such as images; `nil` when there is none.
    public final func files<Values>(
        _ pattern: RoutePattern<Values>, _ read: @escaping @SceneActor (Values) -> FileReader?
    ) {
        files.append { route in
            guard let values = pattern.values(of: route) else { return nil }
            return read(values)
        }
    }

    /// The screen that `route` addresses: that of the first pattern which fits.
    ///
    /// - Throws: ``RouteError/notFound(message:)`` when none fits.
    open func screen(for route: Route) throws(RouteError) -> ScreenPlan {
        for plan in screens { if let found = plan(route) { return found } }
        throw .notFound(message: "There is nothing at \(route).")
    }

    /// How to read the file at `route`, if one is there.
    open func file(for route: Route) -> FileReader? {
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
    /// A way to a route.
    public init(to route: Route, style: Style = .push) {
        self.init(route.description, style: style)
    }
}
