import Loop

/// A scene that is kept open for somebody: while they watch it, or while what they have asked of it goes on.
@SceneActor package final class SceneHold {
    private var holders: SceneHolders?
    private let address: String

    fileprivate init(_ holders: SceneHolders, by address: String) {
        (self.holders, self.address) = (holders, address)
    }

    /// Lets go of the scene; does nothing the second time.
    package func release() {
        holders?.remove(address)
        holders = nil
    }
}

/// Who keeps a scene open: how many watch it or wait for something there, by the address that they come from.
@SceneActor final class SceneHolders {
    /// When somebody came or went last.
    private(set) var lastChange = ContinuousClock.now
    private let shares: SceneShares
    private var counts: [String: Int] = [:]
    private var isOver = false

    init(shares: SceneShares) {
        self.shares = shares
    }

    /// How many keep it open.
    var count: Int { counts.values.reduce(0, +) }

    /// Whether nobody keeps it open.
    var isEmpty: Bool { counts.isEmpty }

    /// Whether somebody from `address` may keep it open: others do, or they have room for it in their share.
    func mayAdd(_ address: String) -> Bool { !counts.isEmpty || shares.hasRoom(for: address) }

    /// Keeps it open for somebody.
    func add(_ address: String) -> SceneHold {
        change { $0[address, default: 0] += 1 }
        return SceneHold(self, by: address)
    }

    fileprivate func remove(_ address: String) {
        change { counts in counts[address] = counts[address].flatMap { $0 > 1 ? $0 - 1 : nil } }
    }

    /// The scene has ended: nobody keeps it open any more.
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

    /// The address that keeps it open alone.
    private var sole: String? { counts.count == 1 ? counts.first?.key : nil }
}
