import Loop

/// The number of open connections of each network, with a limit so that no network takes all connections.
@SceneActor final class PeerCounts {
    private let limit: Int
    private let isLoopbackExempt: Bool
    private var counts: [PeerNetwork: Int] = [:]

    init(limit: Int, isLoopbackExempt: Bool) {
        self.limit = limit
        self.isLoopbackExempt = isLoopbackExempt
    }

    /// Whether a network may open another connection. `nil` has no limit.
    func hasRoom(for network: PeerNetwork?) -> Bool {
        guard let network, !(isLoopbackExempt && network.isLoopback) else { return true }
        return counts[network, default: 0] < limit
    }

    /// Counts a new connection of a network. `nil` is not counted.
    func add(_ network: PeerNetwork?) {
        if let network { counts[network, default: 0] += 1 }
    }

    /// Counts a closed connection.
    func remove(_ network: PeerNetwork?) {
        guard let network else { return }
        let count = counts[network, default: 0] - 1
        counts[network] = count > 0 ? count : nil
    }
}
