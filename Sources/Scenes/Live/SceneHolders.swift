import Loop

/// A hold that keeps a scene open, for a viewer or for a running command.
@SceneActor package final class SceneHold {
    private var holders: SceneHolders?
    private let address: String

    fileprivate init(_ holders: SceneHolders, by address: String) {
        (self.holders, self.address) = (holders, address)
    }

    /// Releases the scene; does nothing the second time.
    package func release() {
        holders?.remove(address)
        holders = nil
    }
}

/// The holds that keep a scene open, counted by client address.
@SceneActor final class SceneHolders {
    /// The time of the last hold or release.
    private(set) var lastChange = ContinuousClock.now
    private let shares: SceneShares
    private var counts: [String: Int] = [:]
    private var isOver = false

    init(shares: SceneShares) {
        self.shares = shares
    }

    /// The number of holds.
    var count: Int { counts.values.reduce(0, +) }

    /// Whether there are no holds.
    var isEmpty: Bool { counts.isEmpty }

    /// Whether a client at `address` may hold the scene: others hold it too, or the share of the address has room.
    func mayAdd(_ address: String) -> Bool { !counts.isEmpty || shares.hasRoom(for: address) }

    /// Adds a hold for a client at `address`.
    func add(_ address: String) -> SceneHold {
        change { $0[address, default: 0] += 1 }
        return SceneHold(self, by: address)
    }

    fileprivate func remove(_ address: String) {
        change { counts in counts[address] = counts[address].flatMap { $0 > 1 ? $0 - 1 : nil } }
    }

    /// Removes all holds, because the scene has ended.
    func end() {
        change { $0 = [:] }
        isOver = true
    }

    private func change(_ body: (inout [String: Int]) -> Void) {
        guard !isOver else { return }
        let before = sole
        body(&counts)
        lastChange = .now
        shares.move(from: before, to: sole)
    }

    /// The address of all holds, if it is the only one.
    private var sole: String? { counts.count == 1 ? counts.first?.key : nil }
}
