import JSON
import Loop
import Scenes
import ViewModels

extension Problem {
    /// The image slot does not exist. The message lists the paths of slots beside and below it.
    @SceneActor static func noSlot(_ path: String, beside viewModel: ViewModel, at route: Route) -> Problem {
        let place = path.split(separator: ".").dropLast().map { $0 + "." }.joined()
        let names = viewModel.uploadNames.map { place + $0 }.joined(separator: ", ")
        return .notFound(
            "Unknown image slot at \(route): \"\(path)\"."
                + (names.isEmpty ? " The screen has no image slots." : " Image slots: \(names)."))
    }
}

extension ViewModel {
    /// The paths of the slots of a view model and of the view models embedded in it.
    fileprivate var uploadNames: [String] {
        let below = slots.sorted { $0.key < $1.key }.flatMap { name, child in child.uploadNames.map { "\(name).\($0)" }
        }
        return uploadsJSON.names + below
    }
}
