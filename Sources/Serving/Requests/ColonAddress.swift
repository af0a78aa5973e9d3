import HTTPServer
import Loop
import Scenes

/// The target of a path with a colon: a command of a scene, or an upload slot, as in `/artists/1:image`.
struct ColonAddress {
    /// The route of the scene.
    let route: Route
    /// The text after the colon, with the path of an embedded view model: `image`, `pantry.label.image`.
    let name: String

    /// The methods of a command, for `Allow`.
    static let commandMethods = "OPTIONS, POST"
    /// The query parameter with the name of an uploaded file. It belongs to no route.
    static let fileName = "filename"

    /// Whether a path is of this form: its last segment has a colon that is not encoded.
    static func isOne(_ path: String) -> Bool {
        path.utf8.split(separator: UInt8(ascii: "/")).last?.contains(UInt8(ascii: ":")) ?? false
    }

    /// Parses the target of a request; `nil` for an invalid escape, or an empty text after the colon.
    @SceneActor init?(_ request: HTTPRequest) {
        let query = request.query.map { "?" + $0 } ?? ""
        guard let colon = request.path.lastIndex(of: ":"), let route = Route(request.path[..<colon] + query),
            let name = Route("/" + request.path[request.path.index(after: colon)...])?.segments.first
        else { return nil }
        self.route = route.without(["window", "since", Self.fileName])
        self.name = name
    }
}
