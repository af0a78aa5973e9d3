import HTTPServer
import JSON
import Loop
import Scenes

/// What a request for a scene's document asks, as its head says: worked out once, and kept with the head for the requests
/// that ask the same.
@SceneActor final class SceneQuestion {
    let address: SceneAddress
    let type: MediaType
    let held: HeldStates
    let codings: ContentCodings
    private let ifMatch: String?
    private weak var scene: Scene?

    init(_ head: RequestHead, _ address: SceneAddress, _ type: MediaType, _ service: Service) {
        self.address = address
        self.type = type
        held = HeldStates(head.header("If-None-Match"))
        ifMatch = head.header("If-Match")
        codings = ContentCodings(
            acceptEncoding: service.compressor == nil ? nil : head.header("Accept-Encoding"))
    }

    /// Whether this state is one that the client asks for (`If-Match`).
    func allows(_ digest: Digest) -> Bool { ifMatch == nil || EntityTags.allows(ifMatch, digest.text) }

    /// Keeps the scene that was found, if it is everybody's: the next who asks is answered from there.
    func keep(_ scene: Scene, in head: RequestHead) {
        guard !scene.screen.isPersonal else { return }
        self.scene = scene
        head.memo = self
    }

    /// The view of the scene that answered last, as long as it is there.
    var view: View? { scene?.view(at: address.place, count: address.count) }
}
