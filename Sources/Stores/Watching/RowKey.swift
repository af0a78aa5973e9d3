import Changes

/// Which row of which table.
public struct RowKey: Hashable, Sendable {
    /// The table.
    public var table: String { tableName.text }
    /// The row's key as its route has it, such as `12`.
    public var id: String { rowName.text }
    let tableName: RowName
    let rowName: RowName

    /// The row of this id, which is its key, in a table.
    public init(_ table: String, _ id: String) {
        tableName = RowName(table)
        rowName = RowName(id)
    }
}

extension Record {
    /// Which row it is.
    public var key: RowKey { RowKey(table, id) }
}
