/// The way lists become one list.
public enum Stacking: Sendable {
    /// Their rows are the rows of one section, one list after another, each through all its sections.
    case rows
    /// Their sections are its sections, one list after another.
    case sections
}
