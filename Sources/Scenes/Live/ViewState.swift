import JSON
import Loop
import Wire

/// One state of a view: the document, its name, and its bytes, made when first asked for.
@SceneActor package final class ViewState {
    package let document: Document
    package let digest: Digest
    /// The document as JSON text.
    package private(set) lazy var bytes = document.bytes
    /// What a door keeps with the state, such as a response ready to be sent.
    package var prepared: AnyObject?

    init(document: Document, digest: Digest) {
        self.document = document
        self.digest = digest
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
