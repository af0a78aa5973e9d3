import HTTPServer
import JSON
import Loop
import Scenes

/// The precondition of a request that changes something: the states of a scene's document that it accepts (RFC 9110,
/// section 13).
@SceneActor struct Precondition {
    /// Whether the request names states that it accepts (`If-Match`), and not only states that it rejects.
    let isMatch: Bool
    private let ifMatch: String?
    private let ifNoneMatch: String?
    private let address: SceneAddress

    /// Parses the headers; `nil` without any.
    init?(_ request: HTTPRequest, _ context: ServerContext) throws(Problem) {
        ifMatch = request.header("If-Match")
        ifNoneMatch = request.header("If-None-Match")
        guard ifMatch != nil || ifNoneMatch != nil else { return nil }
        isMatch = ifMatch != nil
        let query = request.query.map { "?" + $0 } ?? ""
        let path = request.path.lastIndex(of: ":").map { request.path[..<$0] } ?? request.path[...]
        address = try SceneAddress(path + query, windowLimit: context.settings.windowLimit)
    }

    /// Refuses the request if the precondition fails for the current state of the scene, in the window of its address.
    func check(_ scene: Scene, _ context: ServerContext) async throws(Problem) {
        let view = scene.view(at: address.position, count: address.count, isFixed: true)
        await withCheckedContinuation { continuation in
            view.whenCurrent(patience: context.settings.patience) { continuation.resume() }
        }
        let tag = view.state?.digest.text ?? ""
        guard EntityTags.allows(ifMatch, tag), !EntityTags.matches(ifNoneMatch, tag) else { throw .changed }
    }
}
