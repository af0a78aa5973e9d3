import HTTPServer
import Loop
import Scenes
import ViewModels

/// Exports all rows of a list as a file, `GET /TABLE:csv`. Rows are sent as fast as the client reads, so that only one
/// piece is in memory.
@SceneActor final class ExportEndpoint {
    private let context: ServerContext
    private let coordinator: any Coordinator
    private let visitors: Visitors
    private var count = 0
    /// The exports that are being sent, each with a check of its rights that ends it.
    private var running: [ObjectIdentifier: (Principal?) -> Void] = [:]

    init(context: ServerContext, coordinator: any Coordinator, visitors: Visitors) {
        self.visitors = visitors
        self.context = context
        self.coordinator = coordinator
    }

    /// Returns a hint with the export formats of a list, for requests with an unknown name after the colon. Empty if
    /// there is no list.
    func hint(for route: Route, to principal: Principal) -> String {
        guard coordinator.hasRows(at: route, for: principal) else { return "" }
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
            guard coordinator.hasRows(at: address.route, for: visitors.ticket(of: request).principal) else {
                return false
            }
            throw .methodNotAllowed(request.method, allow: SceneEndpoint.methods)
        }
        if request.method == "OPTIONS" {
            exchange.respond(.options(SceneEndpoint.methods))
            return true
        }
        try OriginPolicy.checkReader(request)
        let settings = context.settings
        guard count < settings.exportLimit else { throw .tooMany(.exports) }
        let client = VisitorAddress(of: request, header: settings.addressHeader)
        let seat = try context.limits.open(.exports, of: client.text, limit: settings.exportsPerAddress)
        let visitor = visitors.ticket(of: request)
        try visitor.refuseLooking()
        count += 1
        let isHead = request.method == "HEAD"
        Task { @SceneActor in
            defer { withExtendedLifetime(seat) { count -= 1 } }
            do throws(RouteError) {
                try await answer(address.route, format, for: visitor, isHead: isHead, exchange)
            } catch {
                guard exchange.isWaiting else { return }  // the client has disconnected, or has another response
                context.record(Problem(error))
                exchange.respond(Problem(error).response)
            }
        }
        return true
    }

    private func answer(
        _ route: Route, _ format: ExportFormat, for visitor: SessionTicket, isHead: Bool, _ exchange: HTTPExchange
    ) async throws(RouteError) {
        let principal = visitor.principal
        if JoinedCoordinator.isOfOperators(route) {
            try coordinator.screen(for: route, as: principal).check(isForOperator: visitor.isOperator())
        }
        let mayGoOn = await check(route, for: principal)
        guard let rows = try await coordinator.rows(of: route, as: format, for: principal) else {
            throw .notFound(message: "\(route) has no rows to export.")
        }
        defer { rows.close() }
        exchange.onCancel = { rows.close() }
        let time = context.settings.exportTimeout
        let timer = EventLoop.shared.after(time) { [context] in
            context.record(.lateExport(of: rows.name))
            exchange.respond(Problem.lateExport(of: rows.name).response)
            rows.close()
        }
        defer { timer.cancel() }
        let first = try await rows.next()  // an error is reported before anything is sent
        timer.cancel()
        // The rows are of one state, which may be newer than the sessions and the rights were.
        do throws(Problem) {
            try await context.verify(visitor.identity)
        } catch {
            return exchange.respond(error.response)
        }
        await coordinator.knowRights(of: principal)
        guard mayGoOn() else { throw .forbidden(message: "Your rights have changed.") }
        guard exchange.isWaiting else { return }
        let headers = Self.headers(rows.name, format)
        guard let stream = exchange.stream(status: 200, headers: headers, within: time) else {
            context.record(.tooMany(.streams))
            return exchange.respond(Problem.tooMany(.streams).response)
        }
        guard !isHead, let first else { return stream.close() }
        context.audit("export", at: route, "as \(format.rawValue)", by: visitor)
        let listener = visitor.identity?.onEnd { _ in
            rows.close()
            stream.abort()
        }
        running[ObjectIdentifier(rows)] = { if ($0 ?? principal) == principal, !mayGoOn() { stream.abort() } }
        defer {
            running[ObjectIdentifier(rows)] = nil
            if let listener { visitor.identity?.forget(listener) }
        }
        await send(first, then: rows, through: stream)
    }

    /// Returns a check of whether the rights of a principal are as they are now.
    private func check(_ route: Route, for principal: Principal) async -> () -> Bool {
        guard coordinator.hasRules else { return { true } }
        await coordinator.knowRights(of: principal)
        let audience = (try? coordinator.screen(for: route, as: principal))?.audience
        return { [coordinator] in (try? coordinator.screen(for: route, as: principal))?.audience == audience }
    }

    /// Cuts off the exports that a principal may not read any more, after a change of rights; `nil` stands for all
    /// principals.
    func followRights(of principal: Principal?) {
        for check in running.values { check(principal) }
    }

    /// Sends one piece after the other, each when the piece before has been sent. A file that cannot be completed is
    /// cut off, so that the client notices.
    private func send(_ first: [UInt8], then rows: any ServedRows, through stream: HTTPStream) async {
        var isWanted = true
        stream.onClose = { [context] in
            isWanted = false
            rows.close()
            if stream.isLate { context.record(.lateExport(of: rows.name)) }
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
            if isWanted { context.record(Problem(error)) }
            stream.abort()
        }
    }

    private static func headers(_ name: String, _ format: ExportFormat) -> [(String, String)] {
        [
            ("Content-Type", format.mediaType),
            ("Content-Disposition", Disposition.header(for: "\(name).\(format.rawValue)")),
            ("Cache-Control", "no-store"), ("Vary", "Origin"),
        ]
    }
}
