import Compression
import JSON
import Loop
import Scenes
import WebSockets
import Wire

// How a socket is told what leads its client from what it holds to the present state.

extension SocketSession {
    func say(_ catchUp: CatchUp, ref: JSON?, scene: Int) {
        guard connection.phase == .open else { return }
        guard windowBits == Deflater.usualWindow, let compressor = room.service.compressor,
            let content = catchUp.compressed(by: compressor)
        else { return say(catchUp.message(ref: ref, scene: scene, isHollow: false)) }
        let hollow = catchUp.message(ref: ref, scene: scene, isHollow: true)
        var message = Fragment(stored: hollow.dropLast())
        message.append(content)
        message.append(Fragment(stored: hollow.suffix(1)))
        send(FrameWriter.frame(.text, compressed: message))
    }
}

extension CatchUp {
    /// The message, or a hollow one: without the document or the patch, which would be all but its last byte's end.
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

    /// The document or the patch, compressed once for all sockets that are told of it; nil when it is too short for that.
    @SceneActor fileprivate func compressed(by compressor: Compressor) -> Fragment? {
        switch self {
        case .patch(let from, let steps, let state) where steps.count >= compressor.threshold:
            Encodings.of(state).patch(steps, from: from, by: compressor)
        case .snapshot(let state) where state.bytes.count >= compressor.threshold:
            Encodings.of(state).document(of: state, by: compressor)
        default: nil
        }
    }
}
