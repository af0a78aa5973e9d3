import Loop
import Wire

// What a view takes of memory, and for whom.

extension View {
    /// Whether nobody watches it, so that it can make way for others.
    var isSpare: Bool { !isWatched && holding.kind == .idleViews }

    /// Has an address answer for what the view keeps, unless somebody who watches it does already.
    ///
    /// - Returns: Why there is no room for it.
    package func bill(_ share: ByteShare?) -> ByteAccount.Shortage? {
        guard holding.kind == .idleViews else {
            return share.map { $0.bytes > memory.shareLimit } ?? false ? .share : nil
        }
        holding.move(to: .views, for: share)  // it does not make way for itself
        guard let shortage = memory.shortage(of: 0, for: share) else { return nil }
        noteIdle()
        return shortage
    }

    /// Says what the view keeps, as far as it is known without a look at all of it: that is taken when patches have added up to as
    /// much as a part of it. Complexity: O(1), amortised over the bytes of the patches.
    func measure(after patch: [UInt8]) {
        measured.since += patch.count
        if measured.since > max(Self.smallest, measured.document / 4) { return measure() }
        holding.set(measured.document + measured.since + history.size + (state?.keptCount ?? 0))
    }

    /// Says what the view keeps. O(document).
    func measure() {
        measured = (state?.document.footprint ?? 0, 0)
        holding.set(measured.document + history.size + (state?.keptCount ?? 0))
    }

    /// Fewer bytes of patches are not worth a look.
    private static let smallest = 4096
}
