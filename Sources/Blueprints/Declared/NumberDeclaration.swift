import Tables

/// Rows of a table that meet a condition.
struct RowsDeclaration: Sendable {
    let table: String
    var condition: Expression?
}

/// A chart of the rows of a list.
struct ChartDeclaration: Sendable {
    /// The form of a chart.
    enum Kind: String, Sendable, CaseIterable { case bar, stacked, line, area, spark, list }

    let kind: Kind
    /// The column of the horizontal axis, and those of the values.
    var x: String?
    var values: [String] = []
    /// The column whose values are the series.
    var series: String?
}

/// One number: a total of rows.
struct NumberDeclaration: Sendable {
    /// A limit below or above which the number is a warning.
    struct Warning: Sendable {
        let isBelow: Bool
        let limit: Double
        /// Whether the limit is a percentage of the whole.
        let isPercentage: Bool
    }

    let rows: RowsDeclaration
    let total: Total
    /// The rows that the number is compared with.
    var whole: RowsDeclaration?
    var target: Double?
    var format: ColumnDeclaration.Format?
    var warning: Warning?
}

/// Totals of groups of a table's rows.
struct TotalsDeclaration: Sendable {
    let rows: RowsDeclaration
    let column: String
    /// Further columns whose values the rows of a group share.
    var others: [String] = []
    var period: TotalsOfTable.Period?
    var totals: [Total] = [.count]
    /// The order: the group's column or a total, as a route states it.
    var sort = ""
    var chart: ChartDeclaration?

    var table: String { rows.table }
    /// The columns whose values the rows of a group share.
    var groupColumns: [String] { [column] + others }
}

/// The rows of an SQL query.
struct QueryDeclaration: Sendable {
    let sql: DeclaredSQL
    /// The columns that identify a row.
    var key: [String] = []
    var columns: [ColumnDeclaration] = []
    /// The seconds after which the query runs again without a commit.
    var refresh: Int?
    var chart: ChartDeclaration?
}
