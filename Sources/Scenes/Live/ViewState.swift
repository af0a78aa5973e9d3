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
    package private(set) lazy var bytes = makeBytes()
    /// What a door keeps with the state, such as a response ready to be sent.
    package var prepared: AnyObject?
    /// The bytes of all texts that are kept with the state.
    private(set) var keptCount = 0
    private let holding: ByteHolding?
    private var late: ByteHolding?  // for those who come back to the state, which is not the present one any more

    /// A state; what is kept with the present state of a view is in the view's `holding`.
    init(document: Document, digest: Digest, begun: ContinuousClock.Instant, _ holding: ByteHolding? = nil) {
        self.holding = holding
        self.document = document
        self.digest = digest
        duration = date - begun
    }

    /// Notes that so many bytes more are kept with the state.
    package func keep(_ count: Int) {
        keptCount += count
        if let holding { holding.set(holding.count + count) }
    }

    /// Notes that the state is kept for viewers who do not read, once for all of them.
    ///
    /// - Returns: Whether there is room for it.
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

/// What takes a viewer to the present state.
package enum CatchUp {
    /// It holds the present state.
    case current(ViewState)
    /// One patch does it.
    case patch(from: Digest, [UInt8], ViewState)
    /// It needs the whole document.
    case snapshot(ViewState)
}
