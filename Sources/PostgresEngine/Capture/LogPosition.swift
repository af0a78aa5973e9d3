/// A place in the server's write-ahead log, such as `16/B374D848` (`pg_lsn`).
struct LogPosition: Comparable, Sendable {
    let number: UInt64

    /// The place of this number.
    init(_ number: UInt64) { self.number = number }

    /// Reads the server's text; `nil` for another text.
    init?(_ text: String) {
        let parts = text.split(separator: "/")
        guard parts.count == 2, let high = UInt64(parts[0], radix: 16), let low = UInt64(parts[1], radix: 16) else {
            return nil
        }
        number = high << 32 | low
    }

    static func < (left: LogPosition, right: LogPosition) -> Bool { left.number < right.number }
}
