import Compression
import HTTPServer
import JSON
import Loop
import Scenes
import WebSockets
import Wire

extension CatchUp {
    /// The minimum size of a document that is not copied into its frame, in bytes.
    private static let largeDocument = 16 * 1024

    /// Returns the frame that brings a client from its state to the current one, in pieces. A client without
    /// compression has no window.
    @SceneActor func frame(
        ref: JSON?, scene: Int, within windowBits: Int?, _ compressor: Compressor?
    ) -> [SharedBytes] {
        // What clients share is compressed within the usual window.
        let shared = windowBits == Deflater.usualWindow ? compressor : nil
        if case .snapshot(let state) = self, state.bytes.count > Self.largeDocument {
            let hollow = message(ref: ref, scene: scene, isHollow: true)
            return Self.pieces(head: hollow.dropLast(), state, tail: hollow.suffix(1), shared)
        }
        guard let content = shared.flatMap({ compressed(by: $0) }) else {
            let whole = SharedMessage(message(ref: ref, scene: scene, isHollow: false), compressor)
            return [whole.frame(within: windowBits)]
        }
        let hollow = message(ref: ref, scene: scene, isHollow: true)
        var fragment = Fragment(stored: hollow.dropLast())
        fragment.append(content)
        fragment.append(Fragment(stored: hollow.suffix(1)))
        return [SharedBytes(FrameWriter.frame(.text, compressed: fragment))]
    }

    /// Frames a document without copying it. All clients share its bytes.
    @SceneActor private static func pieces(
        head: ArraySlice<UInt8>, _ state: ViewState, tail: ArraySlice<UInt8>, _ compressor: Compressor?
    ) -> [SharedBytes] {
        let encodings = Encodings.of(state)
        var pieces = (head: Array(head), document: SharedBytes?.none, tail: Array(tail))
        let compressor = compressor.flatMap { state.bytes.count >= $0.threshold ? $0 : nil }
        if let compressor {
            pieces.document = encodings.compressed(of: state, by: compressor)
            (pieces.head, pieces.tail) = (Fragment(stored: head).bytes, Array(Fragment(stored: tail).payload))
        }
        let document = pieces.document ?? encodings.shared(of: state)
        let count = pieces.head.count + document.count + pieces.tail.count
        let header = FrameWriter.header(.text, isCompressed: compressor != nil, payloadCount: count)
        return [SharedBytes(header + pieces.head), document, SharedBytes(pieces.tail)]
    }

    /// Returns the message. A hollow message lacks the document or the patch, which belongs before its last byte.
    @SceneActor private func message(ref: JSON?, scene: Int, isHollow: Bool) -> [UInt8] {
        switch self {
        case .current(let state):
            ServerMessage.current(ref: ref, scene: scene, digest: state.digest)
        case .patch(let from, let steps, let state):
            ServerMessage.patch(
                ref: ref, scene: scene, from: from, to: state.digest, patch: isHollow ? [] : steps)
        case .snapshot(let state):
            ServerMessage.snapshot(
                ref: ref, scene: scene, digest: state.digest, document: isHollow ? [] : state.bytes)
        }
    }

    /// Returns the compressed document or patch, compressed once for all sockets; nil if it is too short.
    @SceneActor private func compressed(by compressor: Compressor) -> Fragment? {
        switch self {
        case .patch(let from, let steps, let state) where steps.count >= compressor.threshold:
            Encodings.of(state).patch(steps, from: from, to: state, by: compressor)
        case .snapshot(let state) where state.bytes.count >= compressor.threshold:
            Encodings.of(state).document(of: state, by: compressor)
        default: nil
        }
    }
}
