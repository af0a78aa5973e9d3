/// One change of a list of sections of rows.
///
/// What is deleted, changed, or moved from is named by its place *before* the change set; what is inserted or moved to,
/// by its place *after* the whole change set (batch coordinates).
public enum Change: Hashable, Sendable {
    /// A section came, at this number afterwards.
    case sectionInserted(Int)
    /// The section of this number before went, with its rows.
    case sectionDeleted(Int)
    /// The section of this number before has another title, or other rows that nobody lists.
    case sectionChanged(Int)
    /// A row came, at this place afterwards.
    case rowInserted(IndexPath)
    /// The row at this place before went.
    case rowDeleted(IndexPath)
    /// The row at this place before shows something else.
    case rowChanged(IndexPath)
    /// The row at `from` before stands at `to` afterwards; its content is the same unless it is also `rowChanged`.
    case rowMoved(from: IndexPath, to: IndexPath)
}

extension Change {
    /// The same change in a list where this list starts `sections` sections and `rows` rows further on.
    ///
    /// Changes of sections take the offset of sections only.
    public func offset(sections: Int, rows: Int = 0) -> Change {
        func shifted(_ path: IndexPath) -> IndexPath {
            IndexPath(section: path.section + sections, row: path.row + rows)
        }
        return switch self {
        case .sectionInserted(let section): .sectionInserted(section + sections)
        case .sectionDeleted(let section): .sectionDeleted(section + sections)
        case .sectionChanged(let section): .sectionChanged(section + sections)
        case .rowInserted(let path): .rowInserted(shifted(path))
        case .rowDeleted(let path): .rowDeleted(shifted(path))
        case .rowChanged(let path): .rowChanged(shifted(path))
        case .rowMoved(let from, let to): .rowMoved(from: shifted(from), to: shifted(to))
        }
    }
}

extension Change: CustomStringConvertible {
    /// As in `Moved Row:1-2 to:3-4`.
    public var description: String {
        switch self {
        case .sectionInserted(let section): "Inserted Section:\(section)"
        case .sectionDeleted(let section): "Deleted Section:\(section)"
        case .sectionChanged(let section): "Changed Section:\(section)"
        case .rowInserted(let path): "Inserted Row:\(path)"
        case .rowDeleted(let path): "Deleted Row:\(path)"
        case .rowChanged(let path): "Changed Row:\(path)"
        case .rowMoved(let from, let to): "Moved Row:\(from) to:\(to)"
        }
    }
}
