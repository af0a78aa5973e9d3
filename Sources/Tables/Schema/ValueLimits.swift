/// What a database accepts in a column, beyond its kind and as far as it is known.
package struct ValueLimits: Sendable, Equatable {
    /// Whether the column is SQLite's, whose types are only a hint.
    package var isOfSQLite = true
    /// The values of an enumeration; empty if any.
    package var labels: [String] = []
    /// The range of whole numbers.
    package var integers: ClosedRange<Int64>?
    /// The largest number of characters.
    package var longest: Int?
    /// The format of a text, in the words of JSON Schema.
    package var format: String?

    /// Creates the limits of a column without any.
    package init() {}
}
