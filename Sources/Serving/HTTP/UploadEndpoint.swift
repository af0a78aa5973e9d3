import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels

/// Handles uploads: `PUT /route:slot`, with the image as the body or as a part of a form, and `DELETE /route:slot`. The
/// name of a slot may include the path of an embedded view model. Other names after a colon are commands.
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

    /// Handles all methods but `POST`.
    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(Problem) {
        let visitor = visitors.ticket(of: request)
        if !request.isRead, request.method != "OPTIONS" { try visitor.refuseLooking() }
        let condition = try Precondition(request, context)
        guard let address = ColonAddress(request) else {
            return answer(request, exchange, allow: ColonAddress.commandMethods, to: visitor)
        }
        registry.find(address.route, for: visitor) { [self] found in
            let scene: Scene
            switch found {
            case .success(let known): scene = known
            case .failure(let error): return answer(request, exchange, Problem(error), to: visitor)
            }
            let hold = scene.hold(for: visitor)
            let type = request.header("Content-Type")  // readable while the connection is open
            Task { @SceneActor in
                defer { hold.release() }
                guard await scene.ready(within: context.settings.patience) else {
                    return exchange.respond(visitors.answer(Problem(unready: scene), to: visitor))
                }
                handle(request, exchange, of: type, at: address, on: scene, for: visitor, if: condition)
            }
        }
    }

    /// Handles the request after the scene has loaded, so that its slots exist.
    private func handle(
        _ request: HTTPRequest, _ exchange: HTTPExchange, of type: String?, at address: ColonAddress, on scene: Scene,
        for visitor: SessionTicket, if condition: Precondition?
    ) {
        let (viewModel, name) = scene.screen.viewModel.target(of: address.name)
        guard let slot = viewModel.imageSlot(named: name) else {
            let isCommand = viewModel.commands.contains { $0.name == name }
            let problem = missing(address, beside: viewModel, on: scene, for: request.isRead ? visitor : nil)
            return answer(request, exchange, isCommand ? nil : problem, to: visitor)
        }
        if let code = scene.screen.viewModel.endCode {
            return answer(request, exchange, Problem(ended: code, scene.screen.route), to: visitor)
        }
        let target = Target(
            name: address.name, slot: slot, viewModel: viewModel, scene: scene, visitor: visitor,
            condition: condition, request: request.id)
        switch request.method {
        case "PUT": put(request, type, exchange, in: target)
        case "DELETE": delete(exchange, target)
        default: answer(request, exchange, allow: ColonAddress.slotMethods, to: visitor)
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
        if let problem, request.isRead || ["PUT", "DELETE"].contains(request.method) {
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
        let slot: ImageSlot
        let viewModel: ViewModel
        let scene: Scene
        let visitor: SessionTicket
        let condition: Precondition?
        /// The id of the request.
        let request: String
    }

    private func put(_ request: HTTPRequest, _ type: String?, _ exchange: HTTPExchange, in target: Target) {
        let body = request.body
        respond(to: exchange, with: target) { [context] () async throws(Problem) in
            let upload = try await Self.upload(body, type: type)
            do throws(CommandFailure) {
                return try await target.viewModel.receive(upload, in: target.slot) ? 201 : 200
            } catch {
                throw context.told(Problem(error), to: target.visitor.principal)
            }
        }
    }

    private func delete(_ exchange: HTTPExchange, _ target: Target) {
        respond(to: exchange, with: target) { [context] () async throws(Problem) in
            do throws(CommandFailure) {
                try await target.viewModel.deleteImage(in: target.slot)
                return 200
            } catch {
                throw context.told(Problem(error), to: target.visitor.principal)
            }
        }
    }

    /// Runs a change to its end, even if the client disconnects, and responds with the content of the slot.
    private func respond(
        to exchange: HTTPExchange, with target: Target, _ work: @escaping @SceneActor () async throws(Problem) -> Int
    ) {
        do throws(Problem) {
            try context.limits.runCommand(
                of: target.visitor.address, rate: context.settings.commandRate)
        } catch {
            return exchange.respond(visitors.answer(error, to: target.visitor))
        }
        let hold = target.scene.hold(for: target.visitor)
        Task { @SceneActor in
            defer { hold.release() }
            do throws(Problem) {
                try await context.verify(target.visitor.identity)
                try await target.condition?.check(target.scene, context)
                await registry.knowRights(of: target.visitor.principal)
                guard registry.mayWatch(target.scene.screen, target.visitor.principal) else { throw .rightsChanged }
                let status = try await work()
                context.audit("upload", at: target.scene.screen.route, target.name, by: target.visitor)
                var headers = [("Content-Type", "application/json"), ("Cache-Control", "no-store")]
                if status == 201, let address = target.slot.image { headers.append(("Location", address)) }
                let result: JSON = ["result": ["href": target.slot.image.json]]
                exchange.respond(
                    HTTPResponse(
                        status: status, headers: headers + visitors.cookie(for: target.visitor),
                        body: .bytes(result.bytes)))
            } catch {
                exchange.respond(visitors.answer(error.named(target.request), to: target.visitor))
            }
        }
    }

    /// Parses a body: an image, or a form with the parts `original` and `edited`. A form is parsed off the loop.
    @concurrent nonisolated private static func upload(
        _ body: [UInt8], type: String?
    ) async throws(Problem) -> ImageUpload {
        guard let type, type.lowercased().hasPrefix("multipart/form-data") else {
            return ImageUpload(original: ImageUpload.Content(body, type: type))
        }
        guard let form = MultipartForm(body, type: type) else {
            throw .badRequest("invalid-body", "The body is not a complete form (multipart/form-data).")
        }
        return ImageUpload(original: form.parts["original"], edited: form.parts["edited"])
    }
}

extension HTTPRequest {
    fileprivate var isRead: Bool { method == "GET" || method == "HEAD" }
}
