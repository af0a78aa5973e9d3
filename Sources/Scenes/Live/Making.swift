import Loop
import ViewModels

/// The making of the view model of a screen. It keeps a mistake until there is a view model to end with it.
@SceneActor final class Making: MisuseListener {
    /// The path of the screen. Its query may contain what a visitor searches for, which is not logged.
    let misuseName: String
    private var mistake: String?

    private let isShared: Bool

    private init(of route: Route, isShared: Bool) {
        misuseName = Route(route.segments).description
        self.isShared = isShared
    }

    func record(misuse sentence: String) { mistake = mistake ?? sentence }

    /// Makes a view model for a route, in a language. A mistake during its creation ends it.
    static func make(at route: Route, isShared: Bool, in language: Language?, _ body: () -> ViewModel) -> ViewModel {
        let making = Making(of: route, isShared: isShared)
        let viewModel = Language.$current.withValue(language) { Misuse.attribute(to: making, body) }
        making.tell(viewModel)
        return viewModel
    }

    /// Gives a view model that was made before its place: the name of its route, and whether visitors share it.
    static func name(_ viewModel: ViewModel, by route: Route, isShared: Bool) {
        Making(of: route, isShared: isShared).tell(viewModel)
    }

    private func tell(_ viewModel: ViewModel) {
        viewModel.scenePath = misuseName
        viewModel.isSharedScreen = isShared
        if let mistake { viewModel.record(misuse: mistake) }
    }
}
