/// One change of a list of sections of rows.
///
/// What is deleted, changed, or moved from is named by its place *before* the change set; what is inserted or moved to,
/// by its place *after* the whole change set (batch coordinates).
public enum Change: Hashable, Sendable {
    /// A section came, at this number afterwards, with its rows; those that moved into it are listed as well.
    case sectionInserted(Int)
    /// The section of this number before went, with its rows but for those that moved out of it.
    case sectionDeleted(Int)
    /// The section of this number before has another title, or other rows that nobody lists.
    case sectionChanged(Int)
    /// The section of number `from` before is number `to` afterwards; its rows came with it.
    case sectionMoved(from: Int, to: Int)
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
    /// The same change in a list where this list starts `sections` sections and `rows` rows further on, or `nil` when a
    /// place would come before the start of that list.
    ///
    ///     Change.rowMoved(from: IndexPath(section: 0, row: 1), to: IndexPath(section: 0, row: 0)).offset(rows: -1)   // nil
    ///
    /// Changes of sections take the offset of sections only.
    public func offset(sections: Int = 0, rows: Int = 0) -> Change? {
        func shifted(_ section: Int) -> Int? { section + sections < 0 ? nil : section + sections }
        func shifted(_ path: IndexPath) -> IndexPath? {
            path.row + rows < 0 ? nil : shifted(path.section).map { IndexPath(section: $0, row: path.row + rows) }
        }
        func both<Place>(_ from: Place?, _ to: Place?, _ make: (Place, Place) -> Change) -> Change? {
            from.flatMap { from in to.map { make(from, $0) } }
        }
        return switch self {
        case .sectionInserted(let section): shifted(section).map(Change.sectionInserted)
        case .sectionDeleted(let section): shifted(section).map(Change.sectionDeleted)
        case .sectionChanged(let section): shifted(section).map(Change.sectionChanged)
        case .sectionMoved(let from, let to): both(shifted(from), shifted(to), Change.sectionMoved)
        case .rowInserted(let path): shifted(path).map(Change.rowInserted)
        case .rowDeleted(let path): shifted(path).map(Change.rowDeleted)
        case .rowChanged(let path): shifted(path).map(Change.rowChanged)
        case .rowMoved(let from, let to): both(shifted(from), shifted(to), Change.rowMoved)
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
        case .sectionMoved(let from, let to): "Moved Section:\(from) to:\(to)"
        case .rowInserted(let path): "Inserted Row:\(path)"
        case .rowDeleted(let path): "Deleted Row:\(path)"
        case .rowChanged(let path): "Changed Row:\(path)"
        case .rowMoved(let from, let to): "Moved Row:\(from) to:\(to)"
        }
    }
}
