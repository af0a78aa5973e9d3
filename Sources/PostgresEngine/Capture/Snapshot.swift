/// The transactions whose effects a reading sees: `pg_current_snapshot()`, such as `740:744:740,742`
/// (postgresql.org/docs/current/functions-info.html, "pg_snapshot").
struct Snapshot: Equatable, Sendable {
    /// The server's text.
    let text: String
    /// All transactions below this number are over.
    let first: UInt64
    /// No transaction from this number on is visible.
    let end: UInt64
    /// The transactions between that are in progress.
    let running: Set<UInt64>

    /// Reads the server's text; `nil` for another text.
    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let first = UInt64(parts[0]), let end = UInt64(parts[1]) else { return nil }
        (self.text, self.first, self.end) = (text, first, end)
        running = Set(parts[2].split(separator: ",").compactMap { UInt64($0) })
    }

    /// Returns the transactions that are over, and were not in an earlier snapshot; `nil` for a long time between.
    func ended(since former: Snapshot) -> [UInt64]? {
        guard end >= former.first, end - former.first <= 100 else { return nil }
        return (former.first..<end).filter {
            !running.contains($0) && ($0 >= former.end || former.running.contains($0))
        }
    }

    /// Returns whether the effects of a committed transaction are visible. The stream has the lower 32 bits of the
    /// number, which is within 2^31 of every present one.
    func shows(_ transaction: UInt32) -> Bool {
        let distance = Int32(bitPattern: transaction &- UInt32(truncatingIfNeeded: end))
        guard distance < 0 else { return false }
        let number = UInt64(bitPattern: Int64(bitPattern: end) &+ Int64(distance))
        return number < first || !running.contains(number)
    }
}
