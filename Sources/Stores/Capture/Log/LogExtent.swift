/// What a change log covers, or covered.
package struct LogExtent: Sendable, Equatable {
    /// The number of tables whose writes it logs.
    package let tables: Int
    /// The number of triggers that do it.
    package let triggers: Int
    /// Whether anything had to be changed for it.
    package let isChanged: Bool
}
