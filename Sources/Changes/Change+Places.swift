extension Change {
    /// The old number of the section that the change names, or of its row's section; `nil` for an insertion.
    public var oldSection: Int? {
        switch self {
        case .sectionDeleted(let section), .sectionChanged(let section), .sectionMoved(let section, _): section
        case .rowDeleted(let path), .rowChanged(let path), .rowMoved(let path, _): path.section
        case .sectionInserted, .rowInserted: nil
        }
    }

    /// The new number of the section that the change names, or of its row's section; `nil` for a deletion or a content
    /// change.
    public var newSection: Int? {
        switch self {
        case .sectionInserted(let section), .sectionMoved(_, let section): section
        case .rowInserted(let path), .rowMoved(_, let path): path.section
        case .sectionDeleted, .sectionChanged, .rowDeleted, .rowChanged: nil
        }
    }

    /// The old path of the row that the change names; `nil` for an inserted row, and for sections.
    public var oldPath: IndexPath? {
        switch self {
        case .rowDeleted(let path), .rowChanged(let path), .rowMoved(let path, _): path
        default: nil
        }
    }

    /// The new path of the row that the change names; `nil` for a deleted or changed row, and for sections.
    public var newPath: IndexPath? {
        switch self {
        case .rowInserted(let path), .rowMoved(_, let path): path
        default: nil
        }
    }
}
