import Compression
import HTTPServer
import JSON
import Loop
import Scenes

/// The encodings of one state of a view. Each is created on first use and shared by all transports, so that no
/// document is compressed twice.
@SceneActor final class Encodings {
    /// The kind of a response to `GET`.
    enum Answer: Hashable {
        /// The whole document.
        case document(isGzip: Bool)
        /// The client already has the state.
        case unchanged(isGzip: Bool)
        /// A patch to the state from the state with this digest.
        case patch(from: Digest, isGzip: Bool)
    }

    private var answers: [Answer: PreparedResponse] = [:]
    private var shared: SharedBytes?
    private var document: (fragment: Fragment, bytes: SharedBytes)?
    private var gzip: [UInt8]?
    /// The last compressed patch to this state.
    private var patch: (from: Digest, fragment: Fragment)?

    /// Returns the encodings of a state, which the state caches.
    static func of(_ state: ViewState) -> Encodings {
        if let known = state.prepared as? Encodings { return known }
        let made = Encodings()
        state.prepared = made
        return made
    }

    /// Returns a response for a state, created on first use.
    func answer(_ answer: Answer, of state: ViewState, _ make: () -> HTTPResponse) -> PreparedResponse {
        if let known = answers[answer] { return known }
        let made = PreparedResponse(make())
        answers[answer] = made
        state.keep(made.ownCount)
        return made
    }

    /// Returns the uncompressed document, shared by all clients.
    func shared(of state: ViewState) -> SharedBytes {
        if let shared { return shared }
        let made = SharedBytes(state.bytes)
        shared = made
        return made
    }

    /// Returns the compressed document.
    func document(of state: ViewState, by compressor: Compressor) -> Fragment {
        compressed(state, by: compressor).fragment
    }

    /// Returns the bytes of the compressed document, shared by all clients.
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

    /// Returns the document as a gzip file.
    func gzip(of state: ViewState, by compressor: Compressor) -> [UInt8] {
        if let gzip { return gzip }
        let made = Gzip.file(document(of: state, by: compressor), of: state.bytes)
        gzip = made
        state.keep(made.count)
        return made
    }

    /// Compresses `steps`, the patch to a state from the state with this digest. The result is cached for other clients
    /// with the same digest.
    func patch(_ steps: [UInt8], from digest: Digest, to state: ViewState, by compressor: Compressor) -> Fragment {
        if let patch, patch.from == digest { return patch.fragment }
        let made = compressor.fragment(of: steps)
        state.keep(made.bytes.count - (patch?.fragment.bytes.count ?? 0))
        patch = (digest, made)
        return made
    }
}
