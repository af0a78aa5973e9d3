import HTTPServer
import JSON
import Loop
import Scenes
import Wire

/// Writes events in the format of the HTML standard, section 9.2.6.
enum ServerEvent {
    /// Returns the event that brings a client to the current state. All clients share the bytes of a document.
    @SceneActor static func pieces(of catchUp: CatchUp) -> [SharedBytes] {
        switch catchUp {
        case .current(let state): [bytes(event: "current", id: state.digest, data: Array("{}".utf8))]
        case .patch(_, let patch, let state): [bytes(event: "patch", id: state.digest, data: patch)]
        case .snapshot(let state):
            [
                SharedBytes(head("snapshot", id: state.digest)), Encodings.of(state).shared(of: state),
                SharedBytes(end),
            ]
        }
    }

    /// Returns one event. JSON text has no line breaks, so its data is one line.
    static func bytes(event: String, id: Digest?, data: [UInt8]) -> SharedBytes {
        SharedBytes(head(event, id: id) + data + end)
    }

    private static let end = Array("\n\n".utf8)

    private static func head(_ event: String, id: Digest?) -> [UInt8] {
        Array("event: \(event)\n\(id.map { "id: \($0.text)\n" } ?? "")data: ".utf8)
    }
}
