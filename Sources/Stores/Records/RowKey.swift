import Changes

/// Identifies a row of a table.
public struct RowKey: Hashable, Sendable {
    /// The table.
    public var table: String { tableName.text }
    /// The row's key in the notation of routes, such as `12`.
    public var id: String { exactName.text }
    let tableName: ExactName
    let exactName: ExactName

    /// Creates the key of the row with this id in a table.
    public init(_ table: String, _ id: String) {
        tableName = ExactName(table)
        exactName = ExactName(id)
    }
}

extension Record {
    /// The key of the row.
    public var key: RowKey { RowKey(table, id) }
}
