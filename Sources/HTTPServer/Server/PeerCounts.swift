import Loop

/// How many connections each network has open: one may not take all the room there is.
@SceneActor final class PeerCounts {
    private let limit: Int
    private let isLoopbackExempt: Bool
    private var counts: [PeerNetwork: Int] = [:]

    init(limit: Int, isLoopbackExempt: Bool) {
        self.limit = limit
        self.isLoopbackExempt = isLoopbackExempt
    }

    /// Whether a network may have another connection; `nil` is none that is counted.
    func hasRoom(for network: PeerNetwork?) -> Bool {
        guard let network, !(isLoopbackExempt && network.isLoopback) else { return true }
        return counts[network, default: 0] < limit
    }

    /// A connection from a network has begun; `nil` is none that is counted.
    func add(_ network: PeerNetwork?) {
        if let network { counts[network, default: 0] += 1 }
    }

    /// A connection has ended.
    func remove(_ network: PeerNetwork?) {
        guard let network else { return }
        let count = counts[network, default: 0] - 1
        counts[network] = count > 0 ? count : nil
    }
}
