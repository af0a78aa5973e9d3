/// What a principal may do with a table, a row or a column.
public enum AccessVerb: String, Sendable, CaseIterable {
    /// To see the table, the row or the value.
    case see
    /// To add a row.
    case insert
    /// To change the row, or the value.
    case update
    /// To delete the row.
    case delete
    /// To download the whole list.
    case export
}
