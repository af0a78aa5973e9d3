extension Change {
    /// The number of the section before that the change names or whose row it names; `nil` for what came.
    public var oldSection: Int? {
        switch self {
        case .sectionDeleted(let section), .sectionChanged(let section), .sectionMoved(let section, _): section
        case .rowDeleted(let path), .rowChanged(let path), .rowMoved(let path, _): path.section
        case .sectionInserted, .rowInserted: nil
        }
    }

    /// The number of the section afterwards that the change names or whose row it names; `nil` for what went or changed.
    public var newSection: Int? {
        switch self {
        case .sectionInserted(let section), .sectionMoved(_, let section): section
        case .rowInserted(let path), .rowMoved(_, let path): path.section
        case .sectionDeleted, .sectionChanged, .rowDeleted, .rowChanged: nil
        }
    }

    /// The place before of the row that the change names; `nil` for a row that came, and for sections.
    public var oldPath: IndexPath? {
        switch self {
        case .rowDeleted(let path), .rowChanged(let path), .rowMoved(let path, _): path
        default: nil
        }
    }

    /// The place afterwards of the row that the change names; `nil` for a row that went or changed, and for sections.
    public var newPath: IndexPath? {
        switch self {
        case .rowInserted(let path), .rowMoved(_, let path): path
        default: nil
        }
    }
}
