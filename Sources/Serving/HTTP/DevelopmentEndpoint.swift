import HTTPServer
import Loop

/// What pages need from `oriel dev`, for clients on this machine: the script `/-/dev.js`, and the event stream `/-/dev`
/// of its state.
@SceneActor final class DevelopmentEndpoint {
    private let development: Development
    private var streams: [ObjectIdentifier: HTTPStream] = [:]

    private static let stream = "/-/dev"
    /// The time after which a page connects again, in milliseconds.
    private static let retry = 500

    init(_ development: Development) {
        self.development = development
        development.onChange { [weak self] _ in
            guard let self else { return }
            for stream in streams.values { stream.write(event) }
        }
    }

    /// Whether the request is for this endpoint. For other machines, the endpoint does not exist.
    func isFor(_ request: HTTPRequest) -> Bool {
        [Self.stream, DevelopmentScript.path].contains(request.path)
            && Onlookers.local.allow(request, addressHeader: nil)
    }

    func get(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(Problem) {
        guard request.method == "GET" else { throw .methodNotAllowed(request.method, allow: "GET") }
        guard request.path == Self.stream else { return exchange.respond(Self.script) }
        let headers = [("Content-Type", MediaType.events.rawValue), ("Cache-Control", "no-store")]
        guard let stream = exchange.stream(status: 200, headers: headers, for: nil) else { throw .tooMany(.streams) }
        let id = ObjectIdentifier(stream)
        streams[id] = stream
        stream.onClose = { [weak self] in self?.streams[id] = nil }
        stream.write(SharedBytes(Array("retry: \(Self.retry)\n".utf8)))
        stream.write(event)
    }

    private var event: SharedBytes { SharedBytes(Array("data: ".utf8) + development.state + Array("\n\n".utf8)) }

    private static var script: HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: [("Content-Type", "text/javascript; charset=utf-8"), ("Cache-Control", "no-store")],
            body: .bytes(Array(DevelopmentScript.text.utf8)))
    }
}
