/// The totals of a table's groups of rows.
package struct TotalsOfTable: Sendable {
    package let table: String
    /// The column whose value the rows of a group share.
    package let column: String
    package let totals: [Total]
    /// Whether a group is a range of values instead of one value.
    package var isInRanges = false

    /// The columns that the totals read.
    package var columns: [String] { [column] + totals.map(\.column).filter { !$0.isEmpty } }
}
