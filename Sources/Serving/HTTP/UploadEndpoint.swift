import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels

/// Handles uploads: `PUT` or `POST /route:slot`, with the file as the body or with files as parts of a form. An image
/// also has `DELETE /route:slot`. The name of a slot may include the path of an embedded view model. Other names after
/// a colon are commands.
///
/// Rights are checked before anything of the body is read, and again before its files are kept.
@SceneActor final class UploadEndpoint {
    private let registry: SceneRegistry
    private let visitors: Visitors
    private let context: ServerContext
    private let exports: ExportEndpoint

    init(context: ServerContext, registry: SceneRegistry, visitors: Visitors, exports: ExportEndpoint) {
        self.exports = exports
        self.context = context
        self.registry = registry
        self.visitors = visitors
    }

    /// Whether a request sends a file: `PUT`, or `POST` with a form or with the name of the file. The body of any other
    /// `POST` is the JSON of a command.
    static func isUpload(_ request: HTTPRequest) -> Bool {
        guard ColonAddress.isOne(request.path) else { return false }
        if request.method == "PUT" { return true }
        return request.method == "POST"
            && (MultipartParser.isForm(request.header("Content-Type")) || request.header("Content-Disposition") != nil)
    }

    /// Handles all requests but commands.
    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(Problem) {
        let visitor = visitors.ticket(of: request)
        if !request.isRead, request.method != "OPTIONS" { try visitor.refuseLooking() }
        if let coding = request.header("Content-Encoding"), coding.lowercased() != "identity" {
            throw .encodedBody(coding)
        }
        let seat = try seat(for: visitor, exchange)
        let condition = try Precondition(request, context)
        guard let address = ColonAddress(request) else {
            guard !request.isRead else {
                throw .badRequest("invalid-route", "The URL has an invalid escape, or no name after the colon.")
            }
            return answer(request, exchange, allow: ColonAddress.commandMethods, to: visitor)
        }
        registry.find(address.route, for: visitor) { [self] found in
            let scene: Scene
            switch found {
            case .success(let known): scene = known
            case .failure(let error): return answer(request, exchange, Problem(error), to: visitor)
            }
            let hold = scene.hold(for: visitor)
            Task { @SceneActor in
                defer { hold.release() }
                guard await scene.ready(within: context.settings.patience) else {
                    return exchange.respond(visitors.answer(Problem(unready: scene), to: visitor))
                }
                handle(request, exchange, at: address, on: scene, for: visitor, seat, if: condition)
            }
        }
    }

    /// Counts an upload for its address until it has ended; `nil` for a request without a file.
    private func seat(for visitor: SessionTicket, _ exchange: HTTPExchange) throws(Problem) -> AddressLimits.Seat? {
        guard exchange.body != nil else { return nil }
        return try context.limits.open(.uploads, of: visitor.address, limit: context.settings.uploadsPerAddress)
    }

    /// Handles the request after the scene has loaded, so that its slots exist.
    private func handle(
        _ request: HTTPRequest, _ exchange: HTTPExchange, at address: ColonAddress, on scene: Scene,
        for visitor: SessionTicket, _ seat: AddressLimits.Seat?, if condition: Precondition?
    ) {
        let (viewModel, name) = scene.screen.viewModel.target(of: address.name)
        guard let slot = viewModel.uploadSlot(named: name) else {
            let isCommand =
                viewModel.commands.contains { $0.name == name }
                || (viewModel as? any Remembering)?.isOfRows(command: name) ?? false
            var problem: Problem? = missing(address, beside: viewModel, on: scene, for: request.isRead ? visitor : nil)
            if isCommand { problem = request.method == "POST" ? .noJSON : nil }
            return answer(request, exchange, problem, to: visitor)
        }
        if let code = scene.screen.viewModel.endCode {
            return answer(request, exchange, Problem(ended: code, scene.screen.route), to: visitor)
        }
        let target = Target(
            name: address.name, slot: slot, viewModel: viewModel, scene: scene, visitor: visitor,
            condition: condition, request: request.id, seat: seat)
        guard slot.methods.contains(request.method), request.method != "OPTIONS" else {
            return answer(request, exchange, allow: slot.methods, to: visitor)
        }
        if let body = exchange.body {
            receive(body, of: request, exchange, in: target)
        } else if let image = slot as? ImageSlot {
            delete(image, exchange, target)
        }
    }

    /// Makes the problem for an unknown name. A client that reads gets a list of exports, and a client that uploads
    /// gets a list of slots.
    private func missing(
        _ address: ColonAddress, beside viewModel: ViewModel, on scene: Scene, for reader: SessionTicket?
    ) -> Problem {
        let route = scene.screen.route
        guard let reader else { return .noSlot(address.name, beside: viewModel, at: route) }
        let hint = exports.hint(for: route, to: reader.principal)
        return .notFound("Unknown name at \(route): \"\(address.name)\".\(hint)")
    }

    /// Responds to a request for a name that is not a slot: with the problem, or with the methods of a command.
    private func answer(
        _ request: HTTPRequest, _ exchange: HTTPExchange, _ problem: Problem?, to visitor: SessionTicket
    ) {
        if let problem, request.isRead || ["POST", "PUT", "DELETE"].contains(request.method) {
            return exchange.respond(visitors.answer(problem, to: visitor))
        }
        answer(request, exchange, allow: ColonAddress.commandMethods, to: visitor)
    }

    private func answer(
        _ request: HTTPRequest, _ exchange: HTTPExchange, allow: String, to visitor: SessionTicket
    ) {
        if request.method == "OPTIONS" {
            exchange.respond(.options(allow, headers: visitors.cookie(for: visitor)))
        } else {
            exchange.respond(visitors.answer(.methodNotAllowed(request.method, allow: allow), to: visitor))
        }
    }

    /// A slot, its view model and scene, and the client of the request.
    private struct Target {
        /// The name in the request.
        let name: String
        let slot: UploadSlot
        let viewModel: ViewModel
        let scene: Scene
        let visitor: SessionTicket
        let condition: Precondition?
        /// The id of the request.
        let request: String
        /// The upload among those of its address.
        let seat: AddressLimits.Seat?

        /// The fields of a failure in the log.
        @SceneActor var place: [String: String] {
            ["id": request, "path": scene.screen.viewModel.misuseName, "command": name]
        }
    }

    /// Passes the files of a body to a slot.
    private func receive(_ body: HTTPBody, of request: HTTPRequest, _ exchange: HTTPExchange, in target: Target) {
        let isForm = MultipartParser.isForm(request.header("Content-Type"))
        let wantsPage = isForm && Negotiation(accept: request.header("Accept")).best(of: [.json, .html]) == .html
        respond(to: exchange, with: target) { [self] () async throws(Problem) in
            let reader = UploadReader(body, to: target.slot, context, for: target.visitor.share)
            try await reader.read(UploadHead(request))
            try await check(target)
            do throws(CommandFailure) {
                let outcome = try await target.viewModel.receive(
                    reader.upload, in: target.slot, by: target.visitor.principal)
                // A browser shows the response to a form that no script has sent.
                guard !wantsPage else { return .seeOther(target.scene.screen.route.description) }
                return .result(outcome.result, outcome.isNew ? 201 : 200, at: outcome.isNew ? outcome.location : nil)
            } catch {
                throw context.told(Problem(error), to: target.visitor.principal)
            }
        }
    }

    private func delete(_ slot: ImageSlot, _ exchange: HTTPExchange, _ target: Target) {
        respond(to: exchange, with: target) { [context] () async throws(Problem) in
            do throws(CommandFailure) {
                try await target.viewModel.deleteImage(in: slot)
                return .result(["href": slot.image.json], 200)
            } catch {
                throw context.told(Problem(error), to: target.visitor.principal)
            }
        }
    }

    /// Refuses a client that may not change the slot now.
    private func check(_ target: Target) async throws(Problem) {
        try await context.verify(target.visitor.identity)
        try await target.condition?.check(target.scene, context)
        await registry.knowRights(of: target.visitor.principal)
        guard registry.mayWatch(target.scene.screen, target.visitor.principal) else { throw .rightsChanged }
        do throws(CommandFailure) {
            try target.slot.checkRights()
        } catch {
            throw context.told(Problem(error), to: target.visitor.principal)
        }
    }

    /// Runs a change to its end, even if the client disconnects after the body, and responds with its result. A client
    /// that has disconnected before gets no response.
    private func respond(
        to exchange: HTTPExchange, with target: Target,
        _ work: @escaping @SceneActor () async throws(Problem) -> HTTPResponse
    ) {
        do throws(Problem) {
            try context.limits.runCommand(
                of: target.visitor.address, rate: context.settings.commandRate)
        } catch {
            return exchange.respond(visitors.answer(error, to: target.visitor))
        }
        let hold = target.scene.hold(for: target.visitor)
        Task { @SceneActor in
            defer { withExtendedLifetime(target.seat) { hold.release() } }
            do throws(Problem) {
                try await check(target)
                var response = try await work()
                context.audit("upload", at: target.scene.screen.route, target.name, by: target.visitor)
                response.headers += visitors.cookie(for: target.visitor)
                exchange.respond(response)
            } catch {
                guard exchange.isWaiting else { return }
                let error = error.placed(target.place).named(target.request)
                exchange.respond(visitors.answer(error, to: target.visitor))
            }
        }
    }
}

extension HTTPResponse {
    /// Returns the response to an upload.
    fileprivate static func result(_ result: JSONObject, _ status: Int, at location: String? = nil) -> HTTPResponse {
        let headers = [("Content-Type", "application/json"), ("Cache-Control", "no-store")]
        let body: JSON = ["result": .object(result)]
        return HTTPResponse(
            status: status, headers: headers + (location.map { [("Location", $0)] } ?? []), body: .bytes(body.bytes))
    }

    /// Returns the response that leads a browser back to the screen (RFC 9110, section 15.4.4).
    fileprivate static func seeOther(_ route: String) -> HTTPResponse {
        HTTPResponse(status: 303, headers: [("Location", route), ("Cache-Control", "no-store")])
    }
}

extension HTTPRequest {
    fileprivate var isRead: Bool { method == "GET" || method == "HEAD" }
}
