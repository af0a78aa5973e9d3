import Compression
import HTTPServer
import JSON
import Loop
import Scenes

/// The present state of a view, for a client that may say which state it holds and whether it takes gzip.
@SceneActor struct SceneAnswer {
    private let question: SceneQuestion
    private let view: View
    private let state: ViewState
    private let cookie: [(String, String)]
    private let compressor: Compressor?
    private let meters: Meters

    /// An answer to a question.
    init(
        _ question: SceneQuestion, with view: View, in state: ViewState, cookie: [(String, String)], _ service: Service
    ) {
        compressor = service.compressor
        meters = service.meters
        self.question = question
        self.view = view
        self.state = state
        self.cookie = cookie
    }

    /// Says that the state is held already, or how to come to it from the one that is if a patch will do, or all of it.
    func send(to exchange: HTTPExchange) {
        guard question.allows(state.digest) else { return exchange.respond(Problem.changed.response) }
        let isGzip = compressor(for: state.bytes) != nil
        if question.held.includes(state.digest) {
            meters.note(.current, at: .get)
            return respond(.unchanged(isGzip: isGzip), exchange) {
                HTTPResponse(status: 304, headers: headers(isGzip: isGzip), body: .omitted(document.count))
            }
        }
        if question.type == .patch, sendPatch(to: exchange) { return meters.note(.patch, at: .get) }
        if question.held.isSaid { meters.note(.snapshot, at: .get) }
        respond(.document(isGzip: isGzip), exchange) {
            HTTPResponse(status: 200, headers: headers(.json, isGzip: isGzip), body: .bytes(document))
        }
    }

    /// Answers as all are answered who ask the same of a shared screen, or as only this visitor is.
    private func respond(_ answer: Encodings.Answer, _ exchange: HTTPExchange, _ make: () -> HTTPResponse) {
        guard view.screen.isPersonal else {
            return exchange.respond(Encodings.of(state).answer(answer, of: state, make))
        }
        var response = make()
        response.headers += cookie
        exchange.respond(response)
    }

    /// The document as it goes out: a gzip file or not.
    private var document: [UInt8] {
        compressor(for: state.bytes).map { Encodings.of(state).gzip(of: state, by: $0) } ?? state.bytes
    }

    /// Sends the way from a state that the client holds, if that is still known.
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

    /// What compresses this text for this client, if it is to be compressed.
    private func compressor(for text: [UInt8]) -> Compressor? {
        guard let compressor else { return nil }
        let codings = question.codings
        return codings.needsGzip || (codings.prefersGzip && text.count >= compressor.threshold) ? compressor : nil
    }

    /// Who may keep what a screen shows: it is asked for anew each time.
    static func caching(of screen: Screen) -> (String, String) {
        ("Cache-Control", screen.isPersonal ? "private, no-cache" : "no-cache")
    }

    /// The headers of an answer with a body of this type, or of one without.
    private func headers(_ type: MediaType? = nil, isGzip: Bool) -> [(String, String)] {
        var headers = [
            EntityTags.field(state.digest.text, isGzip: isGzip), EntityTags.vary, Self.caching(of: view.screen),
        ]
        guard let type else { return headers }
        headers.append(("Content-Type", type.rawValue))
        if isGzip { headers.append(ContentCodings.gzip) }
        return headers
    }
}
