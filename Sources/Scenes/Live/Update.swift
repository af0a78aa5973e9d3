import JSON
import Loop
import ViewModels

/// One step of a view, created once and sent to all viewers.
@SceneActor package final class Update {
    /// The state before the step. A viewer that skips the step can catch up from this state later.
    package let former: ViewState
    /// The digest of the state before the step.
    package var from: Digest { former.digest }
    /// The digest of the state after the step.
    package let to: Digest
    /// The JSON Patch from one state to the other, as bytes.
    package let patch: [UInt8]

    init(from former: ViewState, to: Digest, patch: [UInt8]) {
        // A new state, without the encodings that transports cache in the old one.
        self.former = ViewState(document: former.document, digest: former.digest, begun: .now)
        self.to = to
        self.patch = patch
    }
}

/// An observer of a view, such as a transport.
@SceneActor package protocol ViewObserver: AnyObject {
    /// The number of viewers that this observer serves.
    var viewerCount: Int { get }
    /// Called after the view changed from one state to the next.
    func viewDidUpdate(_ update: Update)
    /// Called to have a delivery held until the viewers have received the present state.
    func viewAwaits(_ delivery: Delivery)
    /// Called when the viewers are sent to another route.
    func viewDidNavigate(_ navigation: Navigation)
    /// Called when the scene has ended. No call follows.
    func viewDidEnd(code: String)
}

extension ViewObserver {
    /// Does nothing, for viewers that cannot confirm what they receive.
    package func viewAwaits(_ delivery: Delivery) {}
}
