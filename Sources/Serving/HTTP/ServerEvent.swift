import HTTPServer
import JSON
import Loop
import Scenes

/// Writes events as the HTML standard's section 9.2.6 has them.
enum ServerEvent {
    /// What takes a client to the present state.
    @SceneActor static func bytes(of catchUp: CatchUp) -> SharedBytes {
        switch catchUp {
        case .current(let state): bytes(event: "current", id: state.digest, data: Array("{}".utf8))
        case .patch(_, let patch, let state): bytes(event: "patch", id: state.digest, data: patch)
        case .snapshot(let state): bytes(event: "snapshot", id: state.digest, data: state.bytes)
        }
    }

    /// One event; JSON text has no line breaks, so that its data is one line.
    static func bytes(event: String, id: Digest?, data: [UInt8]) -> SharedBytes {
        var bytes = Array("event: \(event)\n".utf8)
        if let id { bytes += Array("id: \(id.text)\n".utf8) }
        bytes += Array("data: ".utf8)
        bytes += data
        bytes += Array("\n\n".utf8)
        return SharedBytes(bytes)
    }
}
