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
    private weak var found: View?

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

    /// Keeps the view that was found, if it is everybody's: the next who asks is answered from there.
    func keep(_ view: View, in head: RequestHead) {
        guard !view.screen.isPersonal else { return }
        found = view
        head.memo = self
    }

    /// The view that answered last, as long as it is there and stands where it is asked for; it is in use.
    var view: View? {
        guard let found, found.stands(at: address.place, count: address.count) else { return nil }
        found.noteIdle()
        return found
    }
}
