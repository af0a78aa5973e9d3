import Compression
import Descriptions
import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels

/// Describes what the client may use: as OpenAPI at `/-/openapi.json`, and as types of TypeScript at `/-/types.d.ts`.
/// The texts are made when they are requested, off the event loop, and kept until rights or the schema change.
@SceneActor final class DescriptionEndpoint {
    private let context: ServerContext
    private let coordinator: any Coordinator
    private let visitors: Visitors
    private let texts = DescriptionTexts()

    /// The paths of the endpoint.
    static let paths = Set(DescriptionTexts.Form.allCases.map(\.rawValue))

    init(context: ServerContext, coordinator: any Coordinator, visitors: Visitors) {
        (self.context, self.coordinator, self.visitors) = (context, coordinator, visitors)
    }

    func get(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(Problem) {
        guard let form = DescriptionTexts.Form(rawValue: request.path) else {
            throw .notFound("Unknown path: \(request.path).")
        }
        try OriginPolicy.checkReader(request)
        let visitor = visitors.ticket(of: request)
        let server = ServerDescription(context, request).description
        Task { @SceneActor in
            await EventLoop.suspension { current in
                coordinator.whenCurrent(for: visitor.principal) { current.resume() }
            }
            let describer = (coordinator as? any Describing)?
                .describer(for: visitor.principal, isOperator: context.isOperator(visitor.principal, request))
            guard let text = await texts.text(form, of: describer, besides: server) else {
                return exchange.respond(Self.tooLarge.response)
            }
            do throws(Problem) {
                try await context.verify(visitor.identity)
                respond(text, form, to: request, exchange)
            } catch {
                exchange.respond(error.response)
            }
        }
    }

    private static let tooLarge = Problem(
        status: 503, code: "too-large",
        message: "The description has more than \(DescriptionTexts.largest >> 20) MB. "
            + "Limit what you may see with rules, or read docs/protocol.md.")

    private func respond(
        _ text: DescriptionTexts.Text, _ form: DescriptionTexts.Form, to request: HTTPRequest, _ exchange: HTTPExchange
    ) {
        let codings = ContentCodings(acceptEncoding: request.header("Accept-Encoding"))
        let gzip = context.compressor != nil && (codings.prefersGzip || codings.needsGzip) ? text.gzip : nil
        let bytes = gzip ?? text.bytes
        let isPrivate = context.isPrivate || coordinator.hasRules
        var headers = [
            EntityTags.field(text.tag, isGzip: gzip != nil), EntityTags.vary,
            ("Cache-Control", isPrivate ? "private, no-cache" : "no-cache"),
        ]
        if !EntityTags.allows(request.header("If-Match"), text.tag) {
            return exchange.respond(Problem.changed.response)
        }
        if EntityTags.matches(request.header("If-None-Match"), text.tag) {
            return exchange.respond(HTTPResponse(status: 304, headers: headers, body: .omitted(bytes.count)))
        }
        headers.append(("Content-Type", form.mediaType))
        if gzip != nil { headers.append(ContentCodings.gzip) }
        exchange.respond(HTTPResponse(status: 200, headers: headers, body: .bytes(bytes)))
    }
}
