import Compression
import HTTPServer
import JSON
import Loop
import Scenes

/// What the doors keep with one state of a view. Each is made when it is first asked for, so that no document is compressed
/// twice, at whichever door it goes out.
@SceneActor final class Encodings {
    /// What a `GET` is answered with.
    enum Answer: Hashable {
        /// The document.
        case document(isGzip: Bool)
        /// That the client holds it.
        case unchanged(isGzip: Bool)
        /// A patch that leads to it from the state of this name.
        case patch(from: Digest, isGzip: Bool)
    }

    private var answers: [Answer: PreparedResponse] = [:]
    private var shared: SharedBytes?
    private var document: (fragment: Fragment, bytes: SharedBytes)?
    private var gzip: [UInt8]?
    /// The last way to this state that somebody was shown.
    private var patch: (from: Digest, fragment: Fragment)?

    /// The encodings of a state, which keeps them.
    static func of(_ state: ViewState) -> Encodings {
        if let known = state.prepared as? Encodings { return known }
        let made = Encodings()
        state.prepared = made
        return made
    }

    /// An answer of a state, made when it is first given.
    func answer(_ answer: Answer, of state: ViewState, _ make: () -> HTTPResponse) -> PreparedResponse {
        if let known = answers[answer] { return known }
        let made = PreparedResponse(make())
        answers[answer] = made
        state.keep(made.ownCount)
        return made
    }

    /// The document, for all who are sent it as it is.
    func shared(of state: ViewState) -> SharedBytes {
        if let shared { return shared }
        let made = SharedBytes(state.bytes)
        shared = made
        return made
    }

    /// The document, compressed.
    func document(of state: ViewState, by compressor: Compressor) -> Fragment {
        compressed(state, by: compressor).fragment
    }

    /// The document, compressed, for all who are sent it so.
    func compressed(of state: ViewState, by compressor: Compressor) -> SharedBytes {
        compressed(state, by: compressor).bytes
    }

    private func compressed(
        _ state: ViewState, by compressor: Compressor
    ) -> (fragment: Fragment, bytes: SharedBytes) {
        if let document { return document }
        let fragment = compressor.fragment(of: state.bytes)
        let made = (fragment, SharedBytes(fragment.bytes))
        document = made
        state.keep(fragment.bytes.count)
        return made
    }

    /// The document as a gzip file.
    func gzip(of state: ViewState, by compressor: Compressor) -> [UInt8] {
        if let gzip { return gzip }
        let made = Gzip.file(document(of: state, by: compressor), of: state.bytes)
        gzip = made
        state.keep(made.count)
        return made
    }

    /// `steps`, the way to a state from the one called `digest`, compressed: once for all who come from there.
    func patch(_ steps: [UInt8], from digest: Digest, to state: ViewState, by compressor: Compressor) -> Fragment {
        if let patch, patch.from == digest { return patch.fragment }
        let made = compressor.fragment(of: steps)
        state.keep(made.bytes.count - (patch?.fragment.bytes.count ?? 0))
        patch = (digest, made)
        return made
    }
}
