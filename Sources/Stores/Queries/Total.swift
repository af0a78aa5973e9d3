/// What is worked out of a group of rows.
///
///     store.totals(of: "Track", by: "AlbumId", [.count, .sum("Milliseconds"), .max("Milliseconds", as: "longest")]) { … }
///
/// NULL counts for nothing, as in SQLite: what is worked out of no values is NULL, but for counts.
public struct Total: Sendable {
    enum Measure: Sendable {
        case rows, values, sum, average, least, greatest
    }

    /// What it is called in a record, and to sort by.
    public let name: String
    let measure: Measure
    /// The column; empty for a count of rows.
    let column: String

    /// The number of rows, called `count`.
    public static let count = Total(name: "count", measure: .rows, column: "")

    /// The number of values that are not NULL; called `count(COLUMN)` if no name is given.
    public static func count(_ column: String, as name: String? = nil) -> Total {
        Total(name: name ?? "count(\(column))", measure: .values, column: column)
    }

    /// The sum; called `sum(COLUMN)` if no name is given. That of whole numbers is whole and exact, and the list's problem
    /// when it has more than 64 bits; others count as SQLite's `sum` has them.
    public static func sum(_ column: String, as name: String? = nil) -> Total {
        Total(name: name ?? "sum(\(column))", measure: .sum, column: column)
    }

    /// The average, a real number; called `avg(COLUMN)` if no name is given.
    public static func average(_ column: String, as name: String? = nil) -> Total {
        Total(name: name ?? "avg(\(column))", measure: .average, column: column)
    }

    /// The smallest value, texts compared by their bytes; called `min(COLUMN)` if no name is given.
    public static func min(_ column: String, as name: String? = nil) -> Total {
        Total(name: name ?? "min(\(column))", measure: .least, column: column)
    }

    /// The largest value, texts compared by their bytes; called `max(COLUMN)` if no name is given.
    public static func max(_ column: String, as name: String? = nil) -> Total {
        Total(name: name ?? "max(\(column))", measure: .greatest, column: column)
    }
}
