/// Names in the order in which they were last used, each once: the one that was not used for longest stands first.
///
/// A name that is used again leaves its old entry behind, which is passed over when it comes to the front; there are never
/// many more of those than names. Every operation is O(1) amortised.
struct RecencyQueue {
    private var entries: [(name: String, use: Int)] = []
    private var head = 0  // entries before it are done with
    private var lastUses: [String: Int] = [:]
    private var uses = 0

    /// The number of names.
    var count: Int { lastUses.count }

    /// The name that was not used for longest.
    var oldest: String? { head < entries.count ? entries[head].name : nil }

    /// Every name, the one that was not used for longest first. O(n).
    var names: [String] { entries[head...].filter { lastUses[$0.name] == $0.use }.map(\.name) }

    /// Puts a name last.
    mutating func use(_ name: String) {
        uses += 1
        lastUses[name] = uses
        entries.append((name, uses))
        passOver()
    }

    /// Forgets a name, if it is there.
    mutating func remove(_ name: String) {
        guard lastUses.removeValue(forKey: name) != nil else { return }
        passOver()
    }

    /// Forgets the name that was not used for longest.
    mutating func removeOldest() -> String? {
        guard let name = oldest else { return nil }
        remove(name)
        return name
    }

    /// Has the first entry be one that counts, and lets go of those that do not when they are the most.
    private mutating func passOver() {
        while head < entries.count, lastUses[entries[head].name] != entries[head].use { head += 1 }
        guard entries.count > 2 * count + 64 else { return }
        entries = entries[head...].filter { lastUses[$0.name] == $0.use }
        head = 0
    }
}
