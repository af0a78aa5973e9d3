/// How a list is kept current.
package struct ListBasis: Sendable, Equatable {
    /// Whether a commit costs the list only as much as the rows that it touches.
    package let isIncremental: Bool
    /// The tables that the list reads, sorted; `nil` for any table.
    package let reads: [String]?
}
