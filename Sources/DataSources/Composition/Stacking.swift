/// How lists become one list.
public enum Stacking: Sendable {
    /// Their rows are rows of one section, one list after another. Each list has one section at most.
    case rows
    /// Their sections are its sections, one list after another.
    case sections
}
