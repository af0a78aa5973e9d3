/// What a principal may do with a table, a row or a column.
public enum AccessVerb: String, Sendable, CaseIterable {
    case see, insert, update, delete, export
}
