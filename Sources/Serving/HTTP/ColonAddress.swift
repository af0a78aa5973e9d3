import HTTPServer
import Loop
import Scenes

/// What a path with a colon names: a command of a scene, or a slot for an upload, as in `/artists/1:image`.
struct ColonAddress {
    /// The route of the scene.
    let route: Route
    /// What stands behind the colon, with the path of what is embedded in the scene: `image`, `pantry.label.image`.
    let name: String

    /// What can be asked of a command, for `Allow`.
    static let commandMethods = "OPTIONS, POST"
    /// What can be asked of a slot, for `Allow`.
    static let slotMethods = "DELETE, OPTIONS, PUT"

    /// Whether a path is one: its last segment has a colon that is not encoded.
    static func isOne(_ path: String) -> Bool {
        path.utf8.split(separator: UInt8(ascii: "/")).last?.contains(UInt8(ascii: ":")) ?? false
    }

    /// Reads the target of a request; `nil` for a bad escape, or nothing behind the colon.
    @SceneActor init?(_ request: HTTPRequest) {
        let query = request.query.map { "?" + $0 } ?? ""
        guard let colon = request.path.lastIndex(of: ":"), let route = Route(request.path[..<colon] + query),
            let name = Route("/" + request.path[request.path.index(after: colon)...])?.segments.first
        else { return nil }
        self.route = route.without(["window", "since"])
        self.name = name
    }
}
