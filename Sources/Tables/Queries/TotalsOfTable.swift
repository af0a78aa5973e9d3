/// The totals of a table's groups of rows.
package struct TotalsOfTable: Sendable {
    package let table: String
    /// The column whose value the rows of a group share.
    package let column: String
    package let totals: [Total]
}
