/// A full-text index that an operator has made, or taken away.
package struct IndexExtent: Sendable, Equatable {
    /// The table that holds it.
    package let name: String
    /// The columns whose words are found by it.
    package let columns: [String]
    /// Whether anything had to be changed.
    package let isChanged: Bool
}
