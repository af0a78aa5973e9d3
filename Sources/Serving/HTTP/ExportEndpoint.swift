import HTTPServer
import Loop
import Scenes

/// Exports all rows of a list as a file, `GET /TABLE:csv`. Rows are sent as fast as the client reads, so that only one
/// piece is in memory.
@SceneActor final class ExportEndpoint {
    private let context: ServerContext
    private let coordinator: any Coordinator
    private var count = 0

    init(context: ServerContext, coordinator: any Coordinator) {
        self.context = context
        self.coordinator = coordinator
    }

    /// Returns a hint with the export formats of a list, for requests with an unknown name after the colon. Empty if
    /// there is no list.
    func hint(for route: Route) -> String {
        guard coordinator.hasRows(at: route) else { return "" }
        let targets = ExportFormat.allCases.map { "\(Route(route.segments)):\($0.rawValue)" }
        return " To export all rows: GET \(targets.joined(separator: ", "))."
    }

    /// Handles `GET`, `HEAD` or `OPTIONS` for a route with a format after the colon. Rows have no other methods.
    ///
    /// - Returns: Whether the request is an export.
    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(Problem) -> Bool {
        guard let address = ColonAddress(request), let format = ExportFormat(rawValue: address.name) else {
            return false
        }
        guard ["GET", "HEAD", "OPTIONS"].contains(request.method) else {
            guard coordinator.hasRows(at: address.route) else { return false }
            throw .methodNotAllowed(request.method, allow: SceneEndpoint.methods)
        }
        if request.method == "OPTIONS" {
            exchange.respond(.options(SceneEndpoint.methods))
            return true
        }
        try OriginPolicy.checkReader(request)
        let settings = context.settings
        guard count < settings.exportLimit else { throw .tooMany(.exports) }
        let visitor = VisitorAddress(of: request, header: settings.addressHeader)
        let seat = try context.limits.open(.exports, of: visitor.text, limit: settings.exportsPerAddress)
        count += 1
        let (isHead, identity) = (request.method == "HEAD", request.identity)
        Task { @SceneActor in
            defer { withExtendedLifetime(seat) { count -= 1 } }
            do throws(RouteError) {
                try await answer(address.route, format, isHead: isHead, for: identity, exchange)
            } catch {
                guard exchange.isWaiting else { return }  // the client has disconnected, or has another response
                context.note(Problem(error))
                exchange.respond(Problem(error).response)
            }
        }
        return true
    }

    private func answer(
        _ route: Route, _ format: ExportFormat, isHead: Bool, for identity: Identity?, _ exchange: HTTPExchange
    ) async throws(RouteError) {
        guard let rows = try await coordinator.rows(of: route, as: format) else {
            throw .notFound(message: "\(route) has no rows to export.")
        }
        defer { rows.close() }
        exchange.onCancel = { rows.close() }
        let time = context.settings.exportTimeout
        let timer = EventLoop.shared.after(time) { [context] in
            context.note(.lateExport(of: rows.name))
            exchange.respond(Problem.lateExport(of: rows.name).response)
            rows.close()
        }
        defer { timer.cancel() }
        let first = try await rows.next()  // an error is reported before anything is sent
        timer.cancel()
        do throws(Problem) {
            try await context.verify(identity)
        } catch {
            return exchange.respond(error.response)
        }
        guard exchange.isWaiting else { return }
        let headers = Self.headers(rows.name, format)
        guard let stream = exchange.stream(status: 200, headers: headers, within: time) else {
            context.note(.tooMany(.streams))
            return exchange.respond(Problem.tooMany(.streams).response)
        }
        guard !isHead, let first else { return stream.close() }
        let listener = identity?.onEnd { _ in
            rows.close()
            stream.abort()
        }
        defer { if let listener { identity?.forget(listener) } }
        await send(first, then: rows, through: stream)
    }

    /// Sends one piece after the other, each when the piece before has been sent. A file that cannot be completed is
    /// cut off, so that the client notices.
    private func send(_ first: [UInt8], then rows: any ServedRows, through stream: HTTPStream) async {
        var isWanted = true
        stream.onClose = { [context] in
            isWanted = false
            rows.close()
            if stream.isLate { context.note(.lateExport(of: rows.name)) }
        }
        do throws(RouteError) {
            var piece: [UInt8]? = first
            while let bytes = piece {
                stream.write(SharedBytes(bytes))
                guard await stream.drain() else { return }
                piece = try await rows.next()
            }
            stream.close()
        } catch {
            if isWanted { context.note(Problem(error)) }
            stream.abort()
        }
    }

    private static func headers(_ name: String, _ format: ExportFormat) -> [(String, String)] {
        let file = Route(["\(name).\(format.rawValue)"]).description.dropFirst()
        return [
            ("Content-Type", format.mediaType), ("Content-Disposition", "attachment; filename*=UTF-8''\(file)"),
            ("Cache-Control", "no-store"), ("Vary", "Origin"),
        ]
    }
}
