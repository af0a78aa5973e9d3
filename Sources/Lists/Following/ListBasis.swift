/// How a list is kept current.
package struct ListBasis: Sendable, Equatable {
    /// The tables that the list reads, sorted; `nil` for any table.
    package let reads: [String]?
    /// Those after whose changes the whole list is read again; `nil` for any table.
    package let rereads: [String]?

    /// Whether a commit costs the list only as much as the rows that it touches.
    package var isIncremental: Bool { rereads?.isEmpty ?? false }
}
