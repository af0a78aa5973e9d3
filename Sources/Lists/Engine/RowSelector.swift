import Tables

/// What a query selects rows by: the key of a row, or a value of a column.
///
/// Two selectors are equal if the database considers the values equal. The reverse need not be true.
package enum RowSelector: Hashable, Sendable {
    /// The row with this row id.
    case number(Int64)
    /// The rows whose column at this position has a value, as bytes that are the same for equal values.
    case value(column: Int, [UInt8])
}

/// The selectors that single rows of one table meet, before and after changes.
package protocol SelectedRows: AnyObject {
    /// Returns the values of a former row that were recorded; `nil` if one is unknown.
    func formerValues(_ row: FormerRow) -> [RowSelector]?
    /// Returns the values of a present row; none if it does not exist.
    func values(at key: OrderKey) throws(ScanError) -> [RowSelector]
}
