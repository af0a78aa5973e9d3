import JSON
import Loop
import Scenes
import ViewModels

extension Problem {
    /// There is no image slot of this name; what there is beside it, and below, is said by its path.
    @SceneActor static func noSlot(_ path: String, beside viewModel: ViewModel, at route: Route) -> Problem {
        let place = path.split(separator: ".").dropLast().map { $0 + "." }.joined()
        let names = viewModel.uploadNames.map { place + $0 }.joined(separator: ", ")
        return .notFound(
            "There is no image \"\(path)\" at \(route)."
                + (names.isEmpty ? " Nothing can be uploaded there." : " What can be uploaded there: \(names)."))
    }
}

extension ViewModel {
    /// What can be uploaded to it, and to what is embedded in it, by path.
    fileprivate var uploadNames: [String] {
        let below = slots.sorted { $0.key < $1.key }.flatMap { name, child in child.uploadNames.map { "\(name).\($0)" }
        }
        return uploadsJSON.names + below
    }
}
