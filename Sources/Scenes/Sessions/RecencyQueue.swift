/// Unique names in the order of their last use, the least recently used first.
///
/// A name that is used again leaves its old entry behind. Old entries are skipped at the front, and there are never
/// many more of them than names. Every operation is O(1) amortised.
struct RecencyQueue {
    private var entries: [(name: String, use: Int)] = []
    private var head = 0  // entries before it are removed
    private var lastUses: [String: Int] = [:]
    private var uses = 0

    /// The number of names.
    var count: Int { lastUses.count }

    /// The least recently used name.
    var oldest: String? { head < entries.count ? entries[head].name : nil }

    /// All names, the least recently used first. O(n).
    var names: [String] { entries[head...].filter { lastUses[$0.name] == $0.use }.map(\.name) }

    /// Moves a name to the end, or adds it.
    mutating func use(_ name: String) {
        uses += 1
        lastUses[name] = uses
        entries.append((name, uses))
        passOver()
    }

    /// Removes a name, if present.
    mutating func remove(_ name: String) {
        guard lastUses.removeValue(forKey: name) != nil else { return }
        passOver()
    }

    /// Removes and returns the least recently used name.
    mutating func removeOldest() -> String? {
        guard let name = oldest else { return nil }
        remove(name)
        return name
    }

    /// Skips old entries at the front. Removes all old entries when there are more of them than names.
    private mutating func passOver() {
        while head < entries.count, lastUses[entries[head].name] != entries[head].use { head += 1 }
        guard entries.count > 2 * count + 64 else { return }
        entries = entries[head...].filter { lastUses[$0.name] == $0.use }
        head = 0
    }
}
