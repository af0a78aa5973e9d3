import Loop

/// A hold that keeps a scene open, for a viewer or for a running command.
@SceneActor package final class SceneHold {
    private var holders: SceneHolders?
    private let holder: SceneHolder

    fileprivate init(_ holders: SceneHolders, by holder: SceneHolder) {
        (self.holders, self.holder) = (holders, holder)
    }

    /// Releases the scene; does nothing the second time.
    package func release() {
        holders?.remove(holder)
        holders = nil
    }
}

/// The holds that keep a scene open, counted by holder.
@SceneActor final class SceneHolders {
    /// The time of the last hold or release.
    private(set) var lastChange = ContinuousClock.now
    private let shares: SceneShares
    private var counts: [SceneHolder: Int] = [:]
    private var isOver = false

    init(shares: SceneShares) {
        self.shares = shares
    }

    /// The number of holds.
    var count: Int { counts.values.reduce(0, +) }

    /// Returns the names of the holders that hold the scene most often. O(holders log holders).
    func names(atMost limit: Int) -> [String] {
        counts.sorted { $0.value > $1.value }.prefix(limit).map(\.key.name)
    }

    /// Whether there are no holds.
    var isEmpty: Bool { counts.isEmpty }

    /// Whether somebody may hold the scene: others hold it too, or the share of the holder has room.
    func mayAdd(_ holder: SceneHolder) -> Bool { !counts.isEmpty || shares.hasRoom(for: holder) }

    /// Adds a hold.
    func add(_ holder: SceneHolder) -> SceneHold {
        change { $0[holder, default: 0] += 1 }
        return SceneHold(self, by: holder)
    }

    fileprivate func remove(_ holder: SceneHolder) {
        change { counts in counts[holder] = counts[holder].flatMap { $0 > 1 ? $0 - 1 : nil } }
    }

    /// Removes all holds, because the scene has ended.
    func end() {
        change { $0 = [:] }
        isOver = true
    }

    private func change(_ body: (inout [SceneHolder: Int]) -> Void) {
        guard !isOver else { return }
        let before = sole
        body(&counts)
        lastChange = .now
        shares.move(from: before, to: sole)
    }

    /// The holder of all holds, if it is the only one.
    private var sole: SceneHolder? { counts.count == 1 ? counts.first?.key : nil }
}
