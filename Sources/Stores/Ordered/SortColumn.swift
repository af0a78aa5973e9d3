/// A term of ORDER BY: how it compares text, and in which direction it goes.
struct SortColumn: Hashable, Sendable {
    /// A way of SQLite's to compare text.
    enum Collation: String, Sendable {
        /// Byte by byte.
        case binary = "BINARY"
        /// The letters A to Z like a to z.
        case nocase = "NOCASE"
        /// Byte by byte, without the spaces at the end.
        case rtrim = "RTRIM"

        /// The collation of a name in any case; `nil` for one that is not built into SQLite.
        init?(named name: String) {
            self.init(rawValue: name.uppercased())
        }
    }

    /// How text is compared.
    let collation: Collation
    /// Whether the largest comes first, NULL last.
    let isDescending: Bool

    /// A term that compares text so and goes in this direction.
    init(collation: Collation = .binary, isDescending: Bool = false) {
        self.collation = collation
        self.isDescending = isDescending
    }

    /// What every byte of the term is combined with: all ones turn the order round.
    var mask: UInt8 { isDescending ? 0xFF : 0 }
}
