import JSON
import Loop
import ViewModels

/// What a coordinator answers: the canonical route, and how to make its view model.
public struct ScreenPlan {
    /// The route with its defaults left out: one scene per canonical route.
    public let route: Route
    /// Whether each visitor has a scene of their own.
    public let isPersonal: Bool
    /// Whether what it shows goes by what the app has noted of the visitor: it is asked for anew when that changes.
    let goesByNotes: Bool
    private let make: @SceneActor (Session?) -> ViewModel

    /// A plan for one scene, shared by all who watch it unless it is personal; `makeViewModel` is called when nobody watches it
    /// already.
    public init(route: Route, isPersonal: Bool = false, makeViewModel: @escaping @SceneActor () -> ViewModel) {
        self.route = route
        self.isPersonal = isPersonal
        goesByNotes = false
        make = { _ in makeViewModel() }
    }

    /// A plan for a personal scene that goes by what the app has noted of the visitor.
    public init(route: Route, makeViewModel: @escaping @SceneActor (Visitor) -> ViewModel) {
        self.route = route
        isPersonal = true
        goesByNotes = true
        make = { session in session.map { makeViewModel(Visitor(session: $0)) } ?? MissingViewModel() }
    }

    /// Makes the view model as for a new visitor, of whom the app has noted this: for tests of coordinators.
    @SceneActor public func makeViewModel(notes: JSONObject = [:]) -> ViewModel {
        makeViewModel(for: Session(id: "", notes: notes))
    }

    /// Makes the view model, with what the visitor has left of it and what was handed to it.
    @SceneActor func makeViewModel(for session: Session?) -> ViewModel {
        let viewModel = make(session)
        guard let session else { return viewModel }
        viewModel.restoredInputs = session.states[route.description] ?? [:]
        if let handed = session.takeHanded(to: route.description) { viewModel.controllerModel = handed }
        return viewModel
    }
}

/// What stands where nothing is: it ends as soon as it is looked at.
@SceneActor final class MissingViewModel: ViewModel {
    override func setUp() {
        end("not-found")
    }
}
