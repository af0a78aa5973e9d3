import Tables

/// One row of a table.
struct RowDeclaration: Sendable {
    /// Rows of another table that refer to the row.
    struct Related: Sendable {
        let table: String
        /// The column that refers to the row.
        let column: String
        var title: String?
        var columns: [ColumnDeclaration] = []
        /// The order, as a route states it.
        var sort = ""
        /// The number of rows that are shown.
        var rows: Int?
        /// Whether a row can be added here.
        var canInsert = false
    }

    let table: String
    /// The condition that the row meets.
    var condition: Expression?
    /// The column of the title.
    var label: String?
    var columns: [ColumnDeclaration] = []
    var form: FormDeclaration?
    /// The rows that refer to the row; `nil` for all.
    var related: [Related]?
    var commands: [CommandDeclaration] = []
    /// Whether the row can only be changed by the declared commands.
    var isReadOnly = false
}
