/// Why a change set cannot be what happened to a list.
public enum ChangeSetError: Error, Hashable {
    /// The change names a place that is in neither list.
    case noSuchPlace(Change)
    /// The two exclude each other: something is deleted and moved, or two things arrive at one place.
    case contradiction(Change, Change)
    /// By the changes the section of this number would have `found` rows afterwards, but it has `expected`.
    case wrongRowCount(section: Int, expected: Int, found: Int)
    /// By the changes the list would have `found` sections afterwards, but it has `expected`.
    case wrongSectionCount(expected: Int, found: Int)
}

extension ChangeSetError: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .noSuchPlace(let change): "\(change): there is no such place in the list"
        case .contradiction(let first, let second): "\(first) and \(second) cannot both be"
        case .wrongRowCount(let section, let expected, let found):
            "section \(section) has \(expected) rows, but would have \(found) by the changes"
        case .wrongSectionCount(let expected, let found):
            "the list has \(expected) sections, but would have \(found) by the changes"
        }
    }
}
