import Descriptions
import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels

/// Describes the server's own endpoints, as far as the client may use them.
@SceneActor struct ServerDescription {
    private(set) var description = Description(title: "Oriel")

    init(_ context: ServerContext, _ request: HTTPRequest) {
        let settings = context.settings
        add("health", "/-/health", "Whether the server is alive", [Self.state(200)])
        add("ready", "/-/ready", "Whether the server can answer", [Self.state(200), Self.state(503)])
        add(
            "openapi", "/-/openapi.json", "This description",
            [Answer(200, "OpenAPI 3.1.", [("application/json", .map(.any))], hasTag: true)])
        add(
            "types", "/-/types.d.ts", "The routes as types of TypeScript",
            [Answer(200, "A module.", [("text/plain", nil)], hasTag: true)])
        if settings.metricsReaders.allow(request, addressHeader: settings.addressHeader) {
            add("metrics", "/-/metrics", "The metrics", [Answer(200, "For Prometheus.", [("text/plain", nil)])])
        }
        guard let authentication = context.authentication else { return }
        addSignIn()
        guard let identity = request.identity, identity.way == .session else { return }
        add("signOut", "/-/sign-out", "Sign out", method: "POST", [Answer(204, "The session has ended.")])
        if authentication.authenticator.changesPasswords, !identity.isLooking { addPassword() }
    }

    private static func state(_ status: Int) -> Answer {
        let state = Shape.members([.always("status", .text), .maybe("reason", .text)])
        return Answer(status, "The state.", [("application/json", state)])
    }

    private mutating func add(
        _ id: String, _ path: String, _ summary: String, method: String = "GET", body: Shape? = nil, _ answers: [Answer]
    ) {
        var operation = Operation("_\(id)", method, [.text(path)], summary, in: "Server", refusals: .service)
        operation.body = body.map { Body($0) }
        operation.answers = answers
        description.operations.append(operation)
    }

    private mutating func addSignIn() {
        let principal = Shape.members([
            .always("kind", .text), .maybe("id", .text), .maybe("name", .text), .maybe("roles", .array(.text)),
            .maybe("looker", .text),
        ])
        let signedIn = Answer(
            200, "The signed-in user.",
            [("application/json", .members([.always("principal", principal)])), ("text/html", nil)])
        add("principal", "/-/sign-in", "The signed-in user; a page for a browser", [signedIn])
        let body = Shape.members([
            .always("name", .text), .always("password", .text), .maybe("code", .text), .maybe("stay", .boolean),
            .maybe("next", .text),
        ])
        add("signIn", "/-/sign-in", "Sign in", method: "POST", body: body, [signedIn])
    }
    private mutating func addPassword() {
        let body = Shape.members([
            .always("current", .text), .always("password", .text), .maybe("keep-sessions", .boolean),
            .maybe("keep-keys", .boolean),
        ])
        add(
            "password", "/-/password", "Change your password", method: "POST", body: body,
            [Answer(204, "The password is changed. The cookie has a new session.")])
    }
}
