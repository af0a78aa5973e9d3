import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels

/// The inspector, `GET /-/inspect`: the open scenes and their views as JSON. For people, the same is shown by the page
/// `inspect.html` of the browser client. `?scene=NUMBER` returns the documents and the last patches of one scene.
@SceneActor final class InspectEndpoint {
    private let context: ServerContext
    private let registry: SceneRegistry
    private let files: StaticFiles
    /// Whether only administrators may use the inspector, because rules limit what others see.
    private let isForAdmins: Bool

    init(context: ServerContext, registry: SceneRegistry, files: StaticFiles, isForAdmins: Bool) {
        self.isForAdmins = isForAdmins
        self.context = context
        self.registry = registry
        self.files = files
    }

    func get(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(Problem) {
        guard !isForAdmins || request.identity?.principal.isAdmin == true else {
            throw Problem(status: 403, code: "forbidden", message: "The inspector is for administrators.")
        }
        guard context.settings.inspectors.allow(request, addressHeader: context.settings.addressHeader) else {
            throw Problem(
                status: 403, code: "forbidden",
                message: "Your address may not use the inspector. Add it to `inspectors` in the settings.")
        }
        let wantsPage = Negotiation(accept: request.header("Accept")).best(of: [.json, .html]) == .html
        if wantsPage, files.respond(to: request, path: "/inspect.html", exchange) { return }
        let body: JSON
        if let number = Route(request.target)?["scene"] {
            guard let scene = Int(number).flatMap({ registry.inspection(of: $0) }) else {
                throw .notFound("No shared scene has the number \(number).")
            }
            body = scene
        } else {
            body = ["scenes": registry.inspection]
        }
        exchange.respond(
            HTTPResponse(
                status: 200,
                headers: [
                    ("Content-Type", MediaType.json.rawValue), ("Cache-Control", "no-store"),
                    ("Vary", "Accept, Origin"),
                ], body: .bytes(body.bytes)))
    }
}
