import Loop

/// The number of scenes that each holder holds open alone, with a limit for each. Clients on this machine that have not
/// signed in have no limit, because such a client may be a proxy.
@SceneActor final class SceneShares {
    /// The maximum number of scenes that one holder may hold open alone.
    var limit: Int
    private var counts: [SceneHolder: Int] = [:]

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether somebody may hold another scene open alone.
    func hasRoom(for holder: SceneHolder) -> Bool { !holder.isLimited || counts[holder, default: 0] < limit }

    /// Counts a scene for the holder that now holds it open alone. `nil` stands for no holder, or for several.
    func move(from old: SceneHolder?, to new: SceneHolder?) {
        guard old != new else { return }
        if let old {
            let count = counts[old, default: 0] - 1
            counts[old] = count > 0 ? count : nil
        }
        if let new { counts[new, default: 0] += 1 }
    }
}
