/// A full-text index that an operator has created or removed.
package struct IndexExtent: Sendable, Equatable {
    /// The name of the index's table.
    package let name: String
    /// The indexed columns.
    package let columns: [String]
    /// Whether the database was changed.
    package let isChanged: Bool
}
