/// Why sections of items are not a snapshot: an identity is there twice.
public enum SnapshotError: Error, Hashable {
    /// Two sections, by their numbers, have the same identity.
    case duplicateSection(id: String, Int, Int)
    /// Two items, by their places, have the same identity.
    case duplicateItem(id: String, IndexPath, IndexPath)
}

extension SnapshotError: CustomStringConvertible {
    /// The identity and where it is.
    public var description: String {
        switch self {
        case .duplicateSection(let id, let first, let second): "sections \(first) and \(second) are both \(id)"
        case .duplicateItem(let id, let first, let second): "the rows at \(first) and \(second) are both \(id)"
        }
    }
}
