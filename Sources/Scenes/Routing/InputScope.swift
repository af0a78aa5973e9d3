/// Where a personal screen's inputs are the same.
public enum InputScope: Sendable {
    /// In all tabs and on all transports of a visitor.
    case perVisitor
    /// In one tab. Clients name their tab (protocol, section 8); those that do not share the visitor's screen.
    case perTab
}
