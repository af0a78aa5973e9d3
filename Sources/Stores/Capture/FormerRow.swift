/// What a row was before some changes.
enum FormerRow: Sendable, Equatable {
    /// Nobody knows: another program changed it.
    case unknown
    /// There was no such row.
    case absent
    /// It was there, with these values.
    case present(FormerValues)
}

/// Values that a row had, in the columns that were asked for.
struct FormerValues: Sendable, Equatable {
    /// No values at all.
    static let none = FormerValues(columns: [], values: [])

    /// The places of the columns in their table, ascending; the rows of a table share them.
    let columns: [Int]
    /// Their values; `nil` for one that is not known for certain.
    let values: [SQLValue?]

    /// The value in the column at this place of its table; `nil` if it is not known. O(columns asked for).
    subscript(column: Int) -> SQLValue? {
        columns.firstIndex(of: column).flatMap { values[$0] }
    }
}
