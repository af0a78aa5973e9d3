import JSON
import Loop
import Scenes
import ViewModels

extension Problem {
    /// A command's body was sent to a slot for uploads.
    @SceneActor static func notAFile(_ slot: UploadSlot) -> Problem {
        guard slot.methods.contains("POST") else { return .methodNotAllowed("POST", allow: slot.methods) }
        return Problem(
            status: 415, code: "wrong-type",
            message: "Send a file: with PUT, as a form (multipart/form-data), or with the header Content-Disposition.")
    }

    /// A file was sent to a command.
    static let noJSON = Problem(
        status: 415, code: "wrong-type", message: "A command takes its arguments as JSON.",
        headers: [("Accept", "application/json")])

    /// The upload slot does not exist. The message lists the paths of slots beside and below it.
    @SceneActor static func noSlot(_ path: String, beside viewModel: ViewModel, at route: Route) -> Problem {
        let place = path.split(separator: ".").dropLast().map { $0 + "." }.joined()
        let names = viewModel.uploadNames.map { place + $0 }.joined(separator: ", ")
        return .notFound(
            "Unknown upload slot at \(route): \"\(path)\"."
                + (names.isEmpty ? " The screen has no upload slots." : " Upload slots: \(names)."))
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
