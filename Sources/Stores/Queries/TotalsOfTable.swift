/// What is worked out of the groups of a table's rows.
struct TotalsOfTable: Sendable {
    let table: String
    /// What rows of a group have the same value in.
    let column: String
    let totals: [Total]
}
