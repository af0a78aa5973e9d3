/// What a list is kept current by.
package struct ListBasis: Sendable, Equatable {
    /// Whether a commit costs it no more than the rows that it touches.
    package let isIncremental: Bool
    /// The tables that it reads, in order; `nil` for any.
    package let reads: [String]?
}
