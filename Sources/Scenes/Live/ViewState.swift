import JSON
import Loop
import Wire

/// One state of a view: the document, its name, and its bytes, made when first asked for.
@SceneActor package final class ViewState {
    package let document: Document
    package let digest: Digest
    /// When it was made.
    let date = ContinuousClock.now
    /// How long it took to make the document, and the patch that leads to it.
    let duration: Duration
    /// The document as JSON text.
    package private(set) lazy var bytes = document.bytes
    /// What a door keeps with the state, such as a response ready to be sent.
    package var prepared: AnyObject?

    init(document: Document, digest: Digest, begun: ContinuousClock.Instant) {
        self.document = document
        self.digest = digest
        duration = date - begun
    }
}

/// What takes a viewer to the present state.
package enum CatchUp {
    /// It holds the present state.
    case current(ViewState)
    /// One patch does it.
    case patch(from: Digest, [UInt8], ViewState)
    /// It needs the whole document.
    case snapshot(ViewState)
}
