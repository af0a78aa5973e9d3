/// The reason why a change set does not fit a list.
public enum ChangeSetError: Error, Hashable {
    /// The change names a position that is not in the list.
    case noSuchPlace(Change)
    /// The two changes exclude each other: a row is deleted and moved, or two arrive at the same position.
    case contradiction(Change, Change)
    /// According to the changes, the section with this number would have `found` rows; it has `expected`.
    case wrongRowCount(section: Int, expected: Int, found: Int)
    /// According to the changes, the list would have `found` sections; it has `expected`.
    case wrongSectionCount(expected: Int, found: Int)
}

extension ChangeSetError: CustomStringConvertible {
    /// A message for people.
    public var description: String {
        switch self {
        case .noSuchPlace(let change): "\(change): the list has no such position"
        case .contradiction(let first, let second): "\(first) and \(second) contradict each other"
        case .wrongRowCount(let section, let expected, let found):
            "section \(section) has \(expected) rows, but the changes result in \(found)"
        case .wrongSectionCount(let expected, let found):
            "the list has \(expected) sections, but the changes result in \(found)"
        }
    }
}
