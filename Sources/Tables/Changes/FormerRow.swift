/// The state of a row before some changes.
package enum FormerRow: Sendable, Equatable {
    /// The state is unknown, because another program changed the row.
    case unknown
    /// The row did not exist.
    case absent
    /// The row existed, with these values.
    case present(FormerValues)
}

/// The former values of a row, in the requested columns.
package struct FormerValues: Sendable, Equatable {
    /// No values.
    package static let none = FormerValues(columns: [], values: [])

    /// The positions of the columns in their table, ascending. The rows of a table share them.
    package let columns: [Int]
    /// The values; `nil` for an uncertain one.
    package let values: [SQLValue?]

    /// The values of some columns, as many as there are columns.
    package init(columns: [Int], values: [SQLValue?]) {
        self.columns = columns
        self.values = values
    }

    /// The value in the column at this position of its table; `nil` if it is unknown. O(requested columns).
    package subscript(column: Int) -> SQLValue? {
        columns.firstIndex(of: column).flatMap { values[$0] }
    }
}
