import Glibc
import HTTPServer
import Loop
import Serving

/// Serves the report of a failed build while no app runs.
@SceneActor final class ReportServer: HTTPHandler {
    /// What pages show.
    var state: DevelopmentState {
        didSet { for stream in streams.values { stream.write(event) } }
    }
    private var streams: [ObjectIdentifier: HTTPStream] = [:]
    private var server: HTTPServer?

    /// The time after which an open page connects again, in milliseconds.
    private static let retry = 500

    /// Starts to answer at a listening socket, which stays open when this server ends.
    init(at listener: Int32, _ state: DevelopmentState) throws {
        self.state = state
        var configuration = HTTPConfiguration()
        let copy = fcntl(listener, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw Failure("The socket cannot be shared.") }
        configuration.listener = copy
        let server = HTTPServer(configuration: configuration, handler: self)
        _ = try server.start()
        self.server = server
    }

    /// Ends the server. The server and its handler hold each other until then.
    func close() { server = nil }

    func bodyLimit(for request: HTTPRequest) -> BodyLimit { BodyLimit(1 << 20, name: "bodyLimit") }

    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        let headers = [("Content-Type", "text/event-stream"), ("Cache-Control", "no-store")]
        guard request.path == "/-/dev", let stream = exchange.stream(status: 200, headers: headers, for: nil) else {
            return exchange.respond(page(status: 503))
        }
        let id = ObjectIdentifier(stream)
        streams[id] = stream
        stream.onClose = { [weak self] in self?.streams[id] = nil }
        stream.write(SharedBytes(Array("retry: \(Self.retry)\n".utf8)))
        stream.write(event)
    }

    func problem(status: Int, code: String, detail: String, limit: String?) -> HTTPResponse { page(status: status) }

    /// The state, for pages that are open.
    private var event: SharedBytes { SharedBytes(Array("data: ".utf8) + state.line + Array("\n".utf8)) }

    /// The report as a page that loads itself again.
    private func page(status: Int) -> HTTPResponse {
        let report = state.report
        let faults = (report?.faults ?? []).map { "<h2>\($0.title.escaped)</h2><pre>\($0.text.escaped)</pre>" }
        let text = """
            <!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="1">
            <title>\((report?.title ?? "").escaped)</title>
            <style>body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem; color: #eee; background: #222 }
            h2 { font: bold 1rem ui-monospace, monospace; color: #f99 }
            pre { font: 1rem/1.5 ui-monospace, monospace; white-space: pre-wrap }</style>
            <h1>\((report?.title ?? "").escaped)</h1>\(faults.joined())

            """
        return HTTPResponse(
            status: status,
            headers: [
                ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"), ("Retry-After", "1"),
            ],
            body: .bytes(Array(text.utf8)))
    }
}
