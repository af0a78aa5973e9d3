import Changes

/// The changes that may concern a list.
struct ListConcern {
    /// The rows of a table that a list may have, by the selectors that they meet.
    struct Rows {
        let table: ExactName
        /// The groups of selectors: each row meets one of each group.
        let groups: [[RowSelector]]
    }

    /// The tables whose every change concerns the list; `nil` for all tables.
    var tables: [ExactName]?
    /// The rows whose changes concern the list, of a table that is not among ``tables``.
    var rows: Rows?
}
