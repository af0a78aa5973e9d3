import Changes

/// Identifies a row of a table.
public struct RowKey: Hashable, Sendable {
    /// The table.
    public var table: String { tableName.text }
    /// The row's key in the notation of routes, such as `12`.
    public var id: String { rowName.text }
    let tableName: RowName
    let rowName: RowName

    /// Creates the key of the row with this id in a table.
    public init(_ table: String, _ id: String) {
        tableName = RowName(table)
        rowName = RowName(id)
    }
}

extension Record {
    /// The key of the row.
    public var key: RowKey { RowKey(table, id) }
}
