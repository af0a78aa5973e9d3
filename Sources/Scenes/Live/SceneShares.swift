import Loop

/// How many scenes each address keeps open that nobody at another address does: its share of the room there is. The empty
/// address stands for this machine's, which are not limited: one of them may be a proxy's.
@SceneActor final class SceneShares {
    /// The most scenes that one address may keep open alone.
    var limit: Int
    private var counts: [String: Int] = [:]

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether an address may keep another scene open that nobody else does.
    func hasRoom(for address: String) -> Bool { address.isEmpty || counts[address, default: 0] < limit }

    /// Notes that a scene is kept open by another address alone than before; `nil` stands for nobody, or for several.
    func move(from old: String?, to new: String?) {
        guard old != new else { return }
        if let old {
            let count = counts[old, default: 0] - 1
            counts[old] = count > 0 ? count : nil
        }
        if let new { counts[new, default: 0] += 1 }
    }
}
