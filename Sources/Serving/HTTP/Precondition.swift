import HTTPServer
import JSON
import Loop
import Scenes

/// For which states of a scene's document a request is meant that changes something (RFC 9110, section 13).
@SceneActor struct Precondition {
    /// Whether it names the states that will do, rather than those that will not.
    let isMatch: Bool
    private let ifMatch: String?
    private let ifNoneMatch: String?
    private let address: SceneAddress

    /// Reads the headers; `nil` without any.
    init?(_ request: HTTPRequest, _ service: Service) throws(Problem) {
        ifMatch = request.header("If-Match")
        ifNoneMatch = request.header("If-None-Match")
        guard ifMatch != nil || ifNoneMatch != nil else { return nil }
        isMatch = ifMatch != nil
        let query = request.query.map { "?" + $0 } ?? ""
        let path = request.path.lastIndex(of: ":").map { request.path[..<$0] } ?? request.path[...]
        address = try SceneAddress(path + query, windowLimit: service.settings.windowLimit)
    }

    /// Refuses what is not meant for the present state of the scene, as its window in the address shows it.
    func check(_ scene: Scene, _ service: Service) async throws(Problem) {
        let view = scene.view(at: address.place, count: address.count)
        await withCheckedContinuation { continuation in
            view.whenCurrent(patience: service.settings.patience) { continuation.resume() }
        }
        let tag = view.state?.digest.text ?? ""
        guard EntityTags.allows(ifMatch, tag), !EntityTags.matches(ifNoneMatch, tag) else { throw .changed }
    }
}
