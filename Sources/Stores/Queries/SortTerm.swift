/// A column to order by.
///
///     sort: ["Year", .descending("Title")]
public struct SortTerm: Sendable, ExpressibleByStringLiteral {
    /// The column.
    public let column: String
    /// Whether the largest comes first.
    public let isDescending: Bool

    /// An order by `column`.
    public init(column: String, isDescending: Bool = false) {
        self.column = column
        self.isDescending = isDescending
    }

    /// An order by a column, the smallest first.
    public init(stringLiteral column: String) {
        self.init(column: column)
    }

    /// An order by a column, the largest first.
    public static func descending(_ column: String) -> SortTerm {
        SortTerm(column: column, isDescending: true)
    }
}
