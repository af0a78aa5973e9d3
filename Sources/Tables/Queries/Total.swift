/// A total of a group of rows.
///
///     store.totals(
///         of: "Track", by: "AlbumId", [.count, .sum("Milliseconds"), .max("Milliseconds", as: "longest")]
///     ) { … }
///
/// NULL is ignored, as in SQLite. Without values, counts are 0 and other totals are NULL.
public struct Total: Sendable {
    package enum Measure: Sendable {
        case rows, values, sum, average, least, greatest
    }

    /// The name in a record and in a sort.
    public let name: String
    package let measure: Measure
    /// The column; empty for a count of rows.
    package let column: String

    /// The number of rows, named `count`.
    public static let count = Total(name: "count", measure: .rows, column: "")

    /// The number of values that are not NULL. The default name is `count(COLUMN)`.
    public static func count(_ column: String, as name: String? = nil) -> Total {
        Total(name: name ?? "count(\(column))", measure: .values, column: column)
    }

    /// The sum. The default name is `sum(COLUMN)`. The sum of whole numbers is whole and exact; one over 64 bits is
    /// reported as the list's problem. Other values are added as by SQLite's `sum`.
    public static func sum(_ column: String, as name: String? = nil) -> Total {
        Total(name: name ?? "sum(\(column))", measure: .sum, column: column)
    }

    /// The average, a real number. The default name is `avg(COLUMN)`.
    public static func average(_ column: String, as name: String? = nil) -> Total {
        Total(name: name ?? "avg(\(column))", measure: .average, column: column)
    }

    /// The smallest value, texts compared by their bytes. The default name is `min(COLUMN)`.
    public static func min(_ column: String, as name: String? = nil) -> Total {
        Total(name: name ?? "min(\(column))", measure: .least, column: column)
    }

    /// The largest value, texts compared by their bytes. The default name is `max(COLUMN)`.
    public static func max(_ column: String, as name: String? = nil) -> Total {
        Total(name: name ?? "max(\(column))", measure: .greatest, column: column)
    }
}
