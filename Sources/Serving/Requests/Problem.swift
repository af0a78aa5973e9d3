import DataSources
import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels

/// An error response: `application/problem+json` (RFC 9457) with a stable `code`. On a socket, the same code and
/// message.
struct Problem: Error, Equatable {
    let status: Int
    let code: String
    let message: String
    var fields: [String: String] = [:]
    var headers: [(String, String)] = []
    /// The services at which people can sign in.
    var services: [LoginServiceLink] = []
    /// The limit that caused the refusal, if any.
    var limit: Limit?
    /// The text that only the log has; `nil` if ``message`` is the whole text.
    var reason: String?
    /// The id under which the log has ``reason``.
    var request: String?
    /// The fields of its line in the log that say where it occurred: `id`, `path`, `command`.
    var place: [String: String] = [:]

    static func == (left: Problem, right: Problem) -> Bool {
        (left.status, left.code, left.message) == (right.status, right.code, right.message)
    }

    static func notFound(_ message: String) -> Problem {
        Problem(status: 404, code: "not-found", message: message)
    }

    static func badRequest(_ code: String, _ message: String) -> Problem {
        Problem(status: 400, code: code, message: message)
    }

    /// A scene has none of the accepted media types (RFC 9110 section 15.5.7).
    static func notAcceptable(_ types: [String]) -> Problem {
        Problem(
            status: 406, code: "not-acceptable", message: "A scene is available as \(types.joined(separator: ", ")).")
    }

    /// A body has a content coding, such as gzip (RFC 9110 section 8.4). The server accepts none.
    static func encodedBody(_ coding: String) -> Problem {
        Problem(
            status: 415, code: "encoded-body",
            message: "A body encoded as \"\(coding)\" is not supported. Send the body without encoding.",
            headers: [("Accept-Encoding", "identity")])
    }

    /// The precondition of a request failed (RFC 9110 section 15.5.13).
    static let changed = Problem(
        status: 412, code: "precondition-failed",
        message: "The current state does not meet If-Match or If-None-Match. Fetch it again.")

    static func methodNotAllowed(_ method: String, allow: String) -> Problem {
        Problem(
            status: 405, code: "method-not-allowed", message: "\(method) is not allowed here.",
            headers: [("Allow", allow)])
    }

    /// The problem as a response.
    var response: HTTPResponse {
        var body: JSONObject = [
            "type": "about:blank", "title": .string(Self.title(of: status)), "status": .int(Int64(status)),
            "detail": .string(message), "code": .string(code),
        ]
        if !fields.isEmpty { body["fields"] = .object(fieldsJSON) }
        if let request { body["request"] = .string(request) }
        if !services.isEmpty {
            body["services"] = .array(services.map { ["title": .string($0.title), "href": .string($0.path)] })
        }
        return HTTPResponse(
            status: status,
            headers: [("Content-Type", "application/problem+json"), ("Cache-Control", "no-store")] + headers,
            body: .bytes(JSON.object(body).bytes))
    }

    /// The `error` member of a reply on a socket.
    var error: JSONObject {
        var error: JSONObject = ["code": .string(code), "message": .string(message)]
        if !fields.isEmpty { error["fields"] = .object(fieldsJSON) }
        if let request { error["request"] = .string(request) }
        if status == 429, let seconds = headers.first(where: { $0.0 == "Retry-After" }).flatMap({ Int64($0.1) }) {
            error["retryAfter"] = .int(seconds)
        }
        return error
    }

    /// Whether the same command may have another result later, so that its key may be used again.
    var isTemporary: Bool { status >= 500 || status == 429 || [.keyReused, .changed].contains(self) }

    var fieldsJSON: JSONObject {
        JSONObject(fields.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
    }

    private static func title(of status: Int) -> String {
        switch status {
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 406: "Not Acceptable"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 416: "Range Not Satisfiable"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 426: "Upgrade Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        default: status < 500 ? "Bad Request" : "Internal Server Error"
        }
    }
}

extension Problem {
    /// The maximum number of invalid fields that are named. Others are only counted.
    private static let faultLimit = 20
    /// The maximum size of a field's name, in bytes. Longer names are cut.
    private static let longestName = 200

    /// Makes a problem with a message for each invalid field: the first fields by name, and the number of others. The
    /// names come from the client, which may send any number of them, of any length.
    private init(status: Int, code: String, message: String, faults: [String: String]) {
        let named = faults.sorted { $0.key < $1.key }.prefix(Self.faultLimit)
        let others = faults.count - named.count
        self.init(
            status: status, code: code,
            message: others == 0 ? message : "\(message) \(others) more fields are invalid.",
            fields: Dictionary(
                named.map { ($0.key.cut(to: Self.longestName), $0.value) }, uniquingKeysWith: { first, _ in first }))
    }

    /// Makes the problem for a body that is not valid JSON.
    init(_ error: JSONError) {
        self = .badRequest("invalid-json", "The body is not valid JSON: \(error.settingDescription).")
        if case .tooBig(let name?, _, _) = error { fields = [name: "exceeds 64 bits; send it as a string"] }
        limit = Limit(error)
    }

    /// Makes the problem for a route that shows nothing. All errors of routes get their statuses here.
    init(_ error: RouteError) {
        switch error {
        case .notFound(let message): self = .notFound(message)
        case .signIn(let message): self = .signIn(message)
        case .invalid(let message): self = .badRequest("invalid-route", message)
        case .forbidden(let message): self.init(status: 403, code: "forbidden", message: message)
        case .unavailable(let code, let message):
            self.init(status: 503, code: code, message: message, headers: [("Retry-After", "1")])
        }
    }

    /// A key of a command exceeds `limit` bytes.
    static func longKey(_ limit: Int) -> Problem {
        .badRequest("invalid-key", "A key must have at most \(limit) bytes.")
    }

    /// A command has the key of another call.
    static let keyReused = Problem(
        status: 422, code: "idempotency-key-reused",
        message: "This key was used before with another row or other arguments. Use a new key for each call.")

    /// The rights of the client changed while it waited.
    static let rightsChanged = Problem(
        status: 403, code: "rights", message: "Your rights have changed. Open the screen again.")

    /// Makes the problem for a scene that has ended.
    init(ended code: String, _ route: Route) {
        switch code {
        case "forbidden": self = Problem(status: 403, code: code, message: "You may not view \(route).")
        case "rights": self = .rightsChanged
        case ViewModel.failedCode: self = .mistake
        default: self = .notFound("\(route) no longer exists.")
        }
    }

    /// A mistake in the app's code has ended a screen.
    static let mistake = Problem(
        status: 500, code: ViewModel.failedCode,
        message: "This screen has failed, because of a mistake in the app. The server's log has the reason.")

    /// Makes the problem for a screen that was not made.
    init(_ refusal: Refusal) {
        switch refusal {
        case .route(let error): self.init(error)
        case .command(let failure): self.init(failure)
        }
    }

    /// Makes the problem for a view without a state: its scene has ended, or its models have not answered.
    @SceneActor init(unavailable view: View) {
        if let refusal = view.screen.refusal {
            self.init(refusal)
        } else if let code = view.screen.endCode {
            self.init(ended: code, view.screen.route)
        } else {
            let problem = view.screen.told(view.screen.viewModel.problem)
            self = Problem(
                RouteError.unavailable(
                    code: problem?.code ?? "loading",
                    message: problem?.message ?? "The query has not finished yet. Retry in a moment."))
        }
    }

    /// Makes the problem for a scene that has not loaded in time. The command was not run.
    @SceneActor init(unready scene: Scene) {
        let problem = scene.screen.told(scene.screen.viewModel.problem)
        self = Problem(
            RouteError.unavailable(
                code: problem?.code ?? "loading",
                message: problem?.message
                    ?? "The screen has not loaded, so the command was not run. Retry in a moment."))
    }

    /// Makes the problem for a failed command. All errors of commands get their statuses here.
    init(_ failure: CommandFailure) {
        switch failure {
        case .unknown(let command):
            self.init(status: 404, code: "unknown-command", message: "Unknown command: \"\(command)\".")
        case .invalid(let message, let fields):
            self.init(status: 422, code: "invalid", message: message, faults: fields)
        case .tooLarge(let message): self.init(status: 413, code: "too-large", message: message)
        case .wrongType(let message, let taken):
            self.init(
                status: 415, code: "wrong-type", message: message,
                headers: [("Accept", taken.joined(separator: ", "))])
        case .notFound(let message): self = .notFound(message)
        case .conflict(let message, let fields):
            self.init(status: 409, code: "conflict", message: message, faults: fields)
        case .keyReused: self = .keyReused
        case .forbidden(let message): self.init(status: 403, code: "forbidden", message: message)
        case .tooFast(let seconds): self = .tooFast(seconds, "You do this too often. Try again in \(seconds) seconds.")
        case .unavailable(let code, let message):
            self.init(status: 503, code: code, message: message, headers: [("Retry-After", "1")])
        case .failed(let message): self.init(status: 500, code: "failed", message: message)
        }
    }
}

extension String {
    /// Returns the text, cut to at most `limit` bytes, with an ellipsis if it was longer.
    fileprivate func cut(to limit: Int) -> String {
        utf8.count <= limit ? self : String(decoding: utf8.prefix(limit), as: UTF8.self) + "…"
    }
}
