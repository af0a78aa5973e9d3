import Compression
import HTTPServer
import JSON
import Loop
import Scenes
import WebSockets
import Wire

// Messages that bring the client of a socket from its state to the current one.

extension SocketSession {
    func say(_ catchUp: CatchUp, ref: JSON?, scene: Int) {
        guard connection.phase == .open else { return }
        if case .snapshot(let state) = catchUp, state.bytes.count > Self.largeDocument {
            let frame = catchUp.message(ref: ref, scene: scene, isHollow: true)
            return send(frame.dropLast(), state, frame.suffix(1))
        }
        guard windowBits == Deflater.usualWindow, let compressor = room.context.compressor,
            let content = catchUp.compressed(by: compressor)
        else { return say(catchUp.message(ref: ref, scene: scene, isHollow: false)) }
        let hollow = catchUp.message(ref: ref, scene: scene, isHollow: true)
        var message = Fragment(stored: hollow.dropLast())
        message.append(content)
        message.append(Fragment(stored: hollow.suffix(1)))
        send(FrameWriter.frame(.text, compressed: message))
    }

    /// Sends a frame with a document without copying the document. All clients share its bytes.
    private func send(_ head: ArraySlice<UInt8>, _ state: ViewState, _ tail: ArraySlice<UInt8>) {
        let encodings = Encodings.of(state)
        var pieces = (head: Array(head), document: SharedBytes?.none, tail: Array(tail))
        let compressor = windowBits == Deflater.usualWindow ? room.context.compressor(for: state.bytes) : nil
        if let compressor {
            pieces.document = encodings.compressed(of: state, by: compressor)
            (pieces.head, pieces.tail) = (Fragment(stored: head).bytes, Array(Fragment(stored: tail).payload))
        }
        let document = pieces.document ?? encodings.shared(of: state)
        let count = pieces.head.count + document.count + pieces.tail.count
        let header = FrameWriter.header(.text, isCompressed: compressor != nil, payloadCount: count)
        for piece in [SharedBytes(header + pieces.head), document, SharedBytes(pieces.tail)] {
            room.sockets.send(id, piece)
        }
    }

    /// The minimum size of a document that is not copied into its frame, in bytes.
    private static let largeDocument = 16 * 1024
}

extension CatchUp {
    /// Returns the message. A hollow message lacks the document or the patch, which belongs before its last byte.
    @SceneActor fileprivate func message(ref: JSON?, scene: Int, isHollow: Bool) -> [UInt8] {
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
    @SceneActor fileprivate func compressed(by compressor: Compressor) -> Fragment? {
        switch self {
        case .patch(let from, let steps, let state) where steps.count >= compressor.threshold:
            Encodings.of(state).patch(steps, from: from, to: state, by: compressor)
        case .snapshot(let state) where state.bytes.count >= compressor.threshold:
            Encodings.of(state).document(of: state, by: compressor)
        default: nil
        }
    }
}
