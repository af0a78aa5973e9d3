/// The totals of a table's groups of rows.
package struct TotalsOfTable: Sendable {
    package let table: String
    /// The column whose value the rows of a group share.
    package let column: String
    package let totals: [Total]
    /// Further columns whose values the rows of a group share.
    package var others: [String] = []
    /// Whether a group is a range of values instead of one value.
    package var isInRanges = false
    /// Whether all rows are one group. The column has no meaning then.
    package var isOfAll = false
    /// The length of time that the rows of a group share, if the first column has dates; `nil` for groups of one value.
    package var period: Period?

    /// A length of time. Its start is the beginning of a date's text, such as `2026-11` for a month.
    package enum Period: String, Sendable, CaseIterable {
        case year, month, day, hour

        /// The number of characters of a date that state the period.
        package var length: Int {
            switch self {
            case .year: 4
            case .month: 7
            case .day: 10
            case .hour: 13
            }
        }

        /// Returns the period of a value; `nil` if only the database can tell it. A value that is no text is its own.
        package func start(of value: SQLValue) -> SQLValue? {
            switch value {
            case .text(let text) where !text.utf8.contains(0):
                .text(String(String.UnicodeScalarView(text.unicodeScalars.prefix(length))))
            case .text, .malformed: nil
            case .null, .integer, .real, .blob: value
            }
        }
    }

    /// The columns whose values the rows of a group share; none if all rows are one group.
    package var groupColumns: [String] { isOfAll ? [] : [column] + others }

    /// The columns that the totals read.
    package var columns: [String] {
        groupColumns + totals.filter { $0.measure != .rows }.map(\.column)
    }
}
