/// How a filter of a route compares a column with a value, as SQLite does: by the column's affinity and collation.
public enum Comparison: String, Sendable, CaseIterable {
    /// It has the value.
    case equal = ""
    /// It has another value, or NULL.
    case other = "not"
    /// It is larger.
    case greater = "gt"
    /// It is larger or equal.
    case greaterOrEqual = "gte"
    /// It is smaller.
    case less = "lt"
    /// It is smaller or equal.
    case lessOrEqual = "lte"
    /// It has one of the values, which are joined by commas.
    case among = "in"
    /// It has the text somewhere, with letters in either case (Unicode's simple case folding). The text stands for itself.
    case contains
    /// It begins with the text, in the same sense.
    case starts
}
