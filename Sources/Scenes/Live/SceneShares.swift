import Loop

/// The number of scenes that each address holds open alone, with a limit for each. The empty address stands for clients
/// on this machine. It has no limit, because such a client may be a proxy.
@SceneActor final class SceneShares {
    /// The maximum number of scenes that one address may hold open alone.
    var limit: Int
    private var counts: [String: Int] = [:]

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether an address may hold another scene open alone.
    func hasRoom(for address: String) -> Bool { address.isEmpty || counts[address, default: 0] < limit }

    /// Counts a scene for the address that now holds it open alone. `nil` stands for no address, or for several.
    func move(from old: String?, to new: String?) {
        guard old != new else { return }
        if let old {
            let count = counts[old, default: 0] - 1
            counts[old] = count > 0 ? count : nil
        }
        if let new { counts[new, default: 0] += 1 }
    }
}
