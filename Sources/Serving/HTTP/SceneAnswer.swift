import Compression
import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels

/// The response with the current state of a view, for a client that may have a state and may accept gzip.
@SceneActor struct SceneAnswer {
    private let question: SceneQuestion
    private let view: View
    private let state: ViewState
    private let cookie: [(String, String)]
    private let compressor: Compressor?
    private let meters: Meters
    private let context: ServerContext

    /// Makes the response to a parsed request.
    init(
        _ question: SceneQuestion, with view: View, in state: ViewState, cookie: [(String, String)],
        _ context: ServerContext
    ) {
        compressor = context.compressor
        meters = context.meters
        self.context = context
        self.question = question
        self.view = view
        self.state = state
        self.cookie = cookie
    }

    /// Responds with 304 if the client has the state, with a patch if the client accepts one, or with the whole
    /// document.
    func send(to exchange: HTTPExchange) {
        guard question.allows(state.digest) else { return exchange.respond(Problem.changed.response) }
        let isGzip = compressor(for: state.bytes) != nil
        if question.held.includes(state.digest) {
            meters.record(.current, at: .get)
            return respond(.unchanged(isGzip: isGzip), exchange) {
                HTTPResponse(status: 304, headers: headers(isGzip: isGzip), body: .omitted(document.count))
            }
        }
        if question.type == .patch, sendPatch(to: exchange) { return meters.record(.patch, at: .get) }
        if question.held.isSaid { meters.record(.snapshot, at: .get) }
        respond(.document(isGzip: isGzip), exchange) {
            HTTPResponse(status: 200, headers: headers(.json, isGzip: isGzip), body: .bytes(document))
        }
    }

    /// Sends the shared response of a shared screen, or a separate response with the cookie of the visitor.
    private func respond(_ answer: Encodings.Answer, _ exchange: HTTPExchange, _ make: () -> HTTPResponse) {
        guard view.screen.isPersonal else {
            return exchange.respond(Encodings.of(state).answer(answer, of: state, make))
        }
        var response = make()
        response.headers += cookie
        exchange.respond(response)
    }

    /// The document as it is sent: as a gzip file or plain.
    private var document: [UInt8] {
        compressor(for: state.bytes).map { Encodings.of(state).gzip(of: state, by: $0) } ?? state.bytes
    }

    /// Sends a patch from a state that the client has, if the view still knows that state.
    private func sendPatch(to exchange: HTTPExchange) -> Bool {
        for digest in question.held.digests {
            guard case .patch(let from, let steps, let state)? = view.catchUp(since: digest) else { continue }
            let compressor = compressor(for: steps)
            respond(.patch(from: from, isGzip: compressor != nil), exchange) {
                let body =
                    compressor.map {
                        Gzip.file(Encodings.of(state).patch(steps, from: from, to: state, by: $0), of: steps)
                    }
                    ?? steps
                return HTTPResponse(
                    status: 200, headers: headers(.patch, isGzip: compressor != nil), body: .bytes(body))
            }
            return true
        }
        return false
    }

    /// Returns the compressor if this text is compressed for this client.
    private func compressor(for text: [UInt8]) -> Compressor? {
        guard let compressor else { return nil }
        let codings = question.codings
        return codings.needsGzip || (codings.prefersGzip && text.count >= compressor.threshold) ? compressor : nil
    }

    /// Returns the `Cache-Control` header of a screen: every use needs a new request.
    static func caching(of screen: Screen, _ context: ServerContext) -> (String, String) {
        let isPrivate = screen.isPersonal || context.isPrivate || !screen.audience.isPublic
        return ("Cache-Control", isPrivate ? "private, no-cache" : "no-cache")
    }

    /// Returns the `Vary` header of a screen.
    static func vary(of screen: Screen) -> (String, String) {
        let (name, fields) = EntityTags.vary
        return (name, screen.language == nil ? fields : "\(fields), Accept-Language")
    }

    /// Returns the headers of a response; without a type, of a response without a body.
    private func headers(_ type: MediaType? = nil, isGzip: Bool) -> [(String, String)] {
        var headers = [
            EntityTags.field(state.digest.text, isGzip: isGzip), Self.vary(of: view.screen),
            Self.caching(of: view.screen, context),
        ]
        if let language = view.screen.language { headers.append(("Content-Language", language.tag)) }
        guard let type else { return headers }
        headers.append(("Content-Type", type.rawValue))
        if isGzip { headers.append(ContentCodings.gzip) }
        return headers
    }
}
