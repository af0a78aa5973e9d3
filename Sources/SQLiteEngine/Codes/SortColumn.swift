/// A term of ORDER BY: its collation and its direction.
struct SortColumn: Hashable, Sendable {
    /// A collation of SQLite.
    enum Collation: String, Sendable {
        /// Compares byte by byte.
        case binary = "BINARY"
        /// Compares the letters A to Z like a to z.
        case nocase = "NOCASE"
        /// Compares byte by byte, without trailing spaces.
        case rtrim = "RTRIM"

        /// Finds a collation by its name, in any case; `nil` for one that is not built into SQLite.
        init?(named name: String) {
            self.init(rawValue: name.uppercased())
        }
    }

    /// The collation of texts.
    let collation: Collation
    /// Whether the largest value comes first, and NULL last.
    let isDescending: Bool

    /// Creates a term with this collation and direction.
    init(collation: Collation = .binary, isDescending: Bool = false) {
        self.collation = collation
        self.isDescending = isDescending
    }

    /// The value to combine every byte of the term with. All ones reverse the order.
    var mask: UInt8 { isDescending ? 0xFF : 0 }
}
