/// The extent of a change log, present or removed.
package struct LogExtent: Sendable, Equatable {
    /// The number of logged tables.
    package let tables: Int
    /// The number of triggers.
    package let triggers: Int
    /// Whether the database was changed.
    package let isChanged: Bool
}
