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
    /// The query parameters that the route may have; `nil` if any.
    var queryNames: [String]?
    /// Returns the routes between the root and the route that have no screen.
    var gaps: @SceneActor () -> [String] = { [] }
    /// The tabs that share the inputs of a personal screen.
    package var inputs = InputScope.perVisitor
    /// Whether only operators may open the screen (``SessionTicket/isOperator``).
    package var isForOperators = false
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

    /// Throws unless a client may open the screen.
    package func check(isForOperator isOperator: Bool) throws(RouteError) {
        if isForOperators, !isOperator { throw .forbidden(message: "This is for operators of the server.") }
    }

    /// Makes the view model for a new visitor, for tests of coordinators.
    @SceneActor public func makeViewModel(as principal: Principal = .nobody, notes: JSONObject = [:]) -> ViewModel {
        makeViewModel(for: Session(id: "", notes: notes), principal)
    }

    /// Makes the view model for a new visitor, and waits for it if its making waits, for tests of coordinators.
    ///
    /// - Throws: The error of the making.
    @SceneActor public func viewModel(
        as principal: Principal = .nobody, notes: JSONObject = [:]
    ) async throws -> ViewModel {
        let viewModel = makeViewModel(as: principal, notes: notes)
        return if let pending = viewModel as? PendingViewModel { try await pending.made() } else { viewModel }
    }

    /// Makes the view model, with the inputs from the visitor's session and the `controllerModel` from the screen
    /// before.
    @SceneActor func makeViewModel(for session: Session?, _ principal: Principal, tab: String? = nil) -> ViewModel {
        let viewModel = make(session.map { Visitor(principal: principal, session: $0) })
        if !(viewModel is PendingViewModel) { restore(viewModel, from: session, tab: tab) }
        return viewModel
    }

    /// Tells a view model the values of its inputs that live in the address.
    @SceneActor private func place(_ viewModel: ViewModel) {
        let names = viewModel.queryNames
        guard !names.isEmpty else { return }
        if let queryNames, !names.allSatisfy(queryNames.contains) {
            let names = names.joined(separator: ", ")
            Misuse.attribute(to: viewModel) {
                Misuse.report("the pattern of \(route) has to name the query parameters \(names)")
            }
        }
        let texts = names.compactMap { name in route[name].map { (name, $0) } }
        viewModel.queryPlace = QueryPlace(texts: Dictionary(texts) { first, _ in first }) { [route] texts in
            texts.reduce(route) { $0.setting($1.name, to: $1.text) }.description
        }
    }

    /// Gives a view model the inputs in the address and from the visitor's session, and the `controllerModel` from the
    /// screen before.
    @SceneActor func restore(_ viewModel: ViewModel, from session: Session?, tab: String?) {
        place(viewModel)
        guard let session else { return }
        viewModel.restoredInputs = session.states[Session.name(of: route.description, in: tab)] ?? [:]
        if let handed = session.takeHanded(to: route.description) { viewModel.controllerModel = handed }
    }
}

/// The view model of a route where nothing exists. It ends as soon as it is shown.
@SceneActor package final class MissingViewModel: ViewModel {
    package init() { super.init() }

    package override func setUp() {
        end("not-found")
    }
}
