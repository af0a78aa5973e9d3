import JSON
import Loop
import ViewModels

/// The decision of a coordinator for a route: the canonical route, and a way to make its view model.
public struct ScreenPlan {
    /// The canonical route, without parameters that have their default. Each canonical route has one scene.
    public let route: Route
    /// Whether each visitor has a separate scene.
    public let isPersonal: Bool
    /// Whether the view model depends on ``Visitor/notes``. It is re-created when the notes change.
    let dependsOnNotes: Bool
    /// The audience of the screen. Principals with the same audience share a scene.
    package var audience = Audience.all
    private let make: @SceneActor (Visitor?) -> ViewModel

    /// Makes a plan for one scene, which all viewers share unless it is personal. `makeViewModel` is called when the
    /// scene is not open yet.
    public init(route: Route, isPersonal: Bool = false, makeViewModel: @escaping @SceneActor () -> ViewModel) {
        self.route = route
        self.isPersonal = isPersonal
        dependsOnNotes = false
        make = { _ in makeViewModel() }
    }

    /// Makes a plan for a personal scene that depends on the visitor.
    public init(route: Route, makeViewModel: @escaping @SceneActor (Visitor) -> ViewModel) {
        self.route = route
        isPersonal = true
        dependsOnNotes = true
        make = { visitor in visitor.map(makeViewModel) ?? MissingViewModel() }
    }

    /// Makes the view model for a new visitor, for tests of coordinators.
    @SceneActor public func makeViewModel(as principal: Principal = .nobody, notes: JSONObject = [:]) -> ViewModel {
        makeViewModel(for: Session(id: "", notes: notes), principal)
    }

    /// Makes the view model, with the inputs from the visitor's session and the `controllerModel` from the screen
    /// before.
    @SceneActor func makeViewModel(for session: Session?, _ principal: Principal) -> ViewModel {
        let viewModel = make(session.map { Visitor(principal: principal, session: $0) })
        guard let session else { return viewModel }
        viewModel.restoredInputs = session.states[route.description] ?? [:]
        if let handed = session.takeHanded(to: route.description) { viewModel.controllerModel = handed }
        return viewModel
    }
}

/// The view model of a route where nothing exists. It ends as soon as it is shown.
@SceneActor package final class MissingViewModel: ViewModel {
    package init() { super.init() }

    package override func setUp() {
        end("not-found")
    }
}
