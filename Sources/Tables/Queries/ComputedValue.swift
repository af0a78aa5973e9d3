/// A value that the database computes from a row of a table.
package enum ComputedValue: Sendable {
    /// 1 if the row meets a condition, otherwise 0 or NULL.
    case condition(Expression)
    /// An SQL expression over the row's columns. It is not checked: an expression that the database cannot evaluate is
    /// reported as the list's problem (`query-failed`).
    case sql(String)

    /// The columns and paths that the value names, as far as they are known.
    package var columns: [String] {
        switch self {
        case .condition(let condition): condition.columns
        case .sql: []
        }
    }
}
