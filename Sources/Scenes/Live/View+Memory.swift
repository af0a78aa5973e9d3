import Loop
import Wire

// Memory accounting of a view.

extension View {
    /// Whether the view is unwatched and may be dropped.
    var isSpare: Bool { !isWatched && holding.kind == .idleViews }

    /// Counts the view's memory for an address, unless it already counts for another viewer's address.
    ///
    /// - Returns: The reason why there is no room for the view, or `nil`.
    package func bill(_ share: ByteShare?) -> ByteAccount.Shortage? {
        guard holding.kind == .idleViews else {
            return share.map { $0.bytes > memory.shareLimit } ?? false ? .share : nil
        }
        holding.move(to: .views, for: share)  // so that the view is not dropped for itself
        guard let shortage = memory.shortage(of: 0, for: share) else { return nil }
        recordIdle()
        return shortage
    }

    /// Updates the memory count of the view after a patch. The whole document is measured again only when the patches
    /// since the last measurement add up to a quarter of it. Complexity: O(1), amortised over the bytes of the patches.
    func measure(after patch: [UInt8]) {
        measured.since += patch.count
        if measured.since > max(Self.smallest, measured.document / 4) { return measure() }
        holding.set(measured.document + measured.since + history.size + (state?.keptCount ?? 0))
    }

    /// Measures the memory of the view. O(document).
    func measure() {
        measured = (state?.document.footprint ?? 0, 0)
        holding.set(measured.document + history.size + (state?.keptCount ?? 0))
    }

    /// Patches up to this size, in bytes, never cause a measurement.
    private static let smallest = 4096
}
