/// A column to sort by.
///
///     sort: ["Year", .descending("Title")]
public struct SortTerm: Sendable, ExpressibleByStringLiteral {
    /// The column, or a path to a column of the row that a foreign key points to, such as `Owner.Name`.
    public let column: String
    /// Whether the largest comes first.
    public let isDescending: Bool

    /// Creates a sort by `column`.
    public init(column: String, isDescending: Bool = false) {
        self.column = column
        self.isDescending = isDescending
    }

    /// Creates a sort by a column, smallest value first.
    public init(stringLiteral column: String) {
        self.init(column: column)
    }

    /// Returns a sort by a column, largest value first.
    public static func descending(_ column: String) -> SortTerm {
        SortTerm(column: column, isDescending: true)
    }
}
