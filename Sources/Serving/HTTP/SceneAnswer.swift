import Compression
import HTTPServer
import JSON
import Loop
import Scenes

/// The present state of a view, for a client that may say which state it holds and whether it takes gzip.
@SceneActor struct SceneAnswer {
    private let view: View
    private let state: ViewState
    private let cookie: [(String, String)]
    /// The tags of the states that the client holds.
    private let held: String?
    private let codings: ContentCodings
    private let compressor: Compressor?
    private let meters: Meters

    /// An answer to a request, whose headers are read now.
    init(
        _ request: HTTPRequest, with view: View, in state: ViewState, cookie: [(String, String)], _ service: Service
    ) {
        compressor = service.compressor
        meters = service.meters
        self.view = view
        self.state = state
        self.cookie = cookie
        held = request.header("If-None-Match")
        codings = ContentCodings(acceptEncoding: compressor == nil ? nil : request.header("Accept-Encoding"))
    }

    /// Says that the state is held already, or how to come to it from the one that is if a patch will do, or all of it.
    func send(to exchange: HTTPExchange, asPatch: Bool) {
        if EntityTags.matches(held, state.digest.text) {
            meters.note(.current, at: .get)
            let body = HTTPResponse.Body.omitted(gzip?.count ?? state.bytes.count)
            return exchange.respond(
                HTTPResponse(status: 304, headers: headers(isGzip: gzip != nil) + cookie, body: body))
        }
        if asPatch, let patch {
            meters.note(.patch, at: .get)
            return exchange.respond(patch)
        }
        if held != nil { meters.note(.snapshot, at: .get) }
        if view.screen.isPersonal {
            exchange.respond(
                HTTPResponse(status: 200, headers: documentHeaders + cookie, body: .bytes(gzip ?? state.bytes)))
        } else {
            exchange.respond(prepared)
        }
    }

    /// The document as a gzip file, if that is how it goes out.
    private var gzip: [UInt8]? {
        compressor(for: state.bytes).map { Encodings.of(state).gzip(of: state, by: $0) }
    }

    /// The whole document, made ready once per state and coding.
    private var prepared: PreparedResponse {
        let encodings = Encodings.of(state)
        guard let gzip else {
            if let known = encodings.response { return known }
            let made = PreparedResponse(status: 200, headers: documentHeaders, body: state.bytes)
            encodings.response = made
            return made
        }
        if let known = encodings.gzipResponse { return known }
        let made = PreparedResponse(status: 200, headers: documentHeaders, body: gzip)
        encodings.gzipResponse = made
        return made
    }

    /// The way from a state that the client holds, if that is still known.
    private var patch: HTTPResponse? {
        for tag in EntityTags.tags(in: held ?? "") {
            guard let digest = Digest(String(tag)),
                case .patch(let from, let steps, let state)? = view.catchUp(since: digest)
            else { continue }
            guard let compressor = compressor(for: steps) else {
                return HTTPResponse(
                    status: 200, headers: headers(.patch, isGzip: false) + cookie, body: .bytes(steps))
            }
            let fragment = Encodings.of(state).patch(steps, from: from, by: compressor)
            return HTTPResponse(
                status: 200, headers: headers(.patch, isGzip: true) + cookie,
                body: .bytes(Gzip.file(fragment, of: steps)))
        }
        return nil
    }

    /// What compresses this text for this client, if it is to be compressed.
    private func compressor(for text: [UInt8]) -> Compressor? {
        guard let compressor else { return nil }
        return codings.needsGzip || (codings.prefersGzip && text.count >= compressor.threshold) ? compressor : nil
    }

    private var documentHeaders: [(String, String)] { headers(.json, isGzip: compressor(for: state.bytes) != nil) }

    /// The headers of an answer with a body of this type, or of one without.
    private func headers(_ type: MediaType? = nil, isGzip: Bool) -> [(String, String)] {
        var headers = [
            EntityTags.field(state.digest.text, isGzip: isGzip), EntityTags.vary,
            ("Cache-Control", view.screen.isPersonal ? "private, no-cache" : "no-cache"),
        ]
        guard let type else { return headers }
        headers.append(("Content-Type", type.rawValue))
        if isGzip { headers.append(ContentCodings.gzip) }
        return headers
    }
}
