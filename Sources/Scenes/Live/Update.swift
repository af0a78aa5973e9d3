import JSON
import Loop
import ViewModels

/// One step of a view: made once, sent to everyone who watches it.
@SceneActor package final class Update {
    /// The state before, for whoever leaves the step out and takes one from there later.
    package let former: ViewState
    /// The name of the state before.
    package var from: Digest { former.digest }
    /// The state now.
    package let to: Digest
    /// The JSON Patch from one to the other, as bytes.
    package let patch: [UInt8]

    init(from former: ViewState, to: Digest, patch: [UInt8]) {
        // Without what doors keep with it.
        self.former = ViewState(document: former.document, digest: former.digest, begun: .now)
        self.to = to
        self.patch = patch
    }
}

/// Whoever watches a view: a door of the server.
@SceneActor package protocol ViewObserver: AnyObject {
    /// How many watch the view through this one.
    var viewerCount: Int { get }
    /// The view went from one state to the next.
    func viewDidUpdate(_ update: Update)
    /// The viewers are sent elsewhere.
    func viewDidNavigate(_ navigation: Navigation)
    /// The scene ended; nothing follows.
    func viewDidEnd(code: String)
}
