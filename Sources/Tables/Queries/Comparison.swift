/// The comparison between a column and a value in a filter of a route. SQLite compares, by the column's affinity and
/// collation.
public enum Comparison: String, Sendable, CaseIterable {
    /// The column has the value.
    case equal = ""
    /// The column has another value, or NULL.
    case other = "not"
    /// The column's value is larger.
    case greater = "gt"
    /// The column's value is larger or equal.
    case greaterOrEqual = "gte"
    /// The column's value is smaller.
    case less = "lt"
    /// The column's value is smaller or equal.
    case lessOrEqual = "lte"
    /// The column has one of the values, which are joined by commas.
    case among = "in"
    /// The column contains the text, ignoring the case of letters (Unicode's simple case folding). No character of the
    /// text is a wildcard.
    case contains
    /// The column begins with the text, compared as by ``contains``.
    case starts
}
