import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels

/// A parsed request for a scene's document. It is cached with the request head for later requests with the same head.
@SceneActor final class SceneQuestion {
    let address: SceneAddress
    let type: MediaType
    let held: HeldStates
    let codings: ContentCodings
    /// The principal of the request; `nil` if the client has not signed in.
    let principal: Principal?
    private let ifMatch: String?
    private weak var found: View?

    init(_ request: HTTPRequest, _ address: SceneAddress, _ type: MediaType, _ context: ServerContext) {
        let head = request.head
        principal = request.identity?.principal
        self.address = address
        self.type = type
        held = HeldStates(head.header("If-None-Match"))
        ifMatch = head.header("If-Match")
        codings = ContentCodings(
            acceptEncoding: context.compressor == nil ? nil : head.header("Accept-Encoding"))
    }

    /// Whether the client accepts this state (`If-Match`).
    func allows(_ digest: Digest) -> Bool { ifMatch == nil || EntityTags.allows(ifMatch, digest.text) }

    /// Caches the view of a shared screen for the next request with the same head, of any client. Does not if the head
    /// has credentials, which may end, or if the screen is only for clients at some addresses.
    func keep(_ view: View, in head: RequestHead, for visitor: SessionTicket) {
        let screen = view.screen
        guard !screen.isPersonal, !screen.isForOperators, visitor.principal.kind == .nobody else { return }
        found = view
        head.memo = self
    }

    /// The cached view, if it exists and still has the requested window. Reading it marks the view as used.
    var view: View? {
        guard let found, found.stands(at: address.position, count: address.count) else { return nil }
        found.recordIdle()
        return found
    }
}
