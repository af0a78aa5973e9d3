import JSON
import Loop
import Wire

/// One state of a view: the document, its digest, and its bytes, which are encoded on first use.
@SceneActor package final class ViewState {
    package let document: Document
    package let digest: Digest
    /// The time when the state was created.
    let date = ContinuousClock.now
    /// The time that it took to create the document and the patch to it.
    let duration: Duration
    /// The document as JSON text.
    package private(set) lazy var bytes = makeBytes()
    /// A transport's cache for the state, such as an encoded response.
    package var prepared: AnyObject?
    /// The number of bytes of all texts cached with the state.
    private(set) var keptCount = 0
    private let holding: ByteHolding?
    private var late: ByteHolding?  // the memory of a replaced state that slow viewers still need

    /// Makes a state. Texts cached with the current state of a view count in the view's `holding`.
    init(document: Document, digest: Digest, begun: ContinuousClock.Instant, _ holding: ByteHolding? = nil) {
        self.holding = holding
        self.document = document
        self.digest = digest
        duration = date - begun
    }

    /// Counts bytes that are cached with the state.
    package func keep(_ count: Int) {
        keptCount += count
        if let holding { holding.set(holding.count + count) }
    }

    /// Keeps the state for viewers that do not read. Its memory counts once for all of them.
    ///
    /// - Returns: Whether there is room for the state.
    func keepLate(in memory: ByteAccount) -> Bool {
        guard late == nil else { return true }
        let holding = ByteHolding(.queues, in: memory)
        guard holding.take(document.footprint) == nil else { return false }
        late = holding
        return true
    }

    private func makeBytes() -> [UInt8] {
        let bytes = document.bytes
        keep(bytes.count)
        return bytes
    }
}

/// The way for a viewer to the current state.
package enum CatchUp {
    /// The viewer has the current state.
    case current(ViewState)
    /// The viewer needs one patch.
    case patch(from: Digest, [UInt8], ViewState)
    /// The viewer needs the whole document.
    case snapshot(ViewState)
}
