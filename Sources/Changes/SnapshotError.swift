/// Two sections or two items have the same identity, which a snapshot does not permit.
public enum SnapshotError: Error, Hashable {
    /// Two sections with these numbers have the same identity.
    case duplicateSection(id: String, Int, Int)
    /// Two items with these paths have the same identity.
    case duplicateItem(id: String, IndexPath, IndexPath)
}

extension SnapshotError: CustomStringConvertible {
    /// The identity and its positions.
    public var description: String {
        switch self {
        case .duplicateSection(let id, let first, let second): "sections \(first) and \(second) are both \(id)"
        case .duplicateItem(let id, let first, let second): "the rows at \(first) and \(second) are both \(id)"
        }
    }
}
