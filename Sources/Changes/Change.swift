/// One change of a list of sections with rows.
///
/// Deletions, content changes and the origins of moves are in *old* coordinates, before the change set. Insertions and
/// the destinations of moves are in *new* coordinates, after the whole change set (batch coordinates).
public enum Change: Hashable, Sendable {
    /// A section was inserted, with this new number and its rows. Rows that moved into it are listed as well.
    case sectionInserted(Int)
    /// The section with this old number was deleted, with its rows except those that moved out of it.
    case sectionDeleted(Int)
    /// The section with this old number has another title, or other rows that are not listed.
    case sectionChanged(Int)
    /// The section with the old number `from` has the new number `to`; its rows moved with it.
    case sectionMoved(from: Int, to: Int)
    /// A row was inserted, with this new path.
    case rowInserted(IndexPath)
    /// The row with this old path was deleted.
    case rowDeleted(IndexPath)
    /// The content of the row with this old path has changed.
    case rowChanged(IndexPath)
    /// The row moved from the old path `from` to the new path `to`. Its content is the same unless it is also
    /// `rowChanged`.
    case rowMoved(from: IndexPath, to: IndexPath)
}

extension Change {
    /// Returns the same change for a list in which this list starts `sections` sections and `rows` rows further on;
    /// `nil` when a position would be before the start of that list.
    ///
    ///     let move = Change.rowMoved(from: IndexPath(section: 0, row: 1), to: IndexPath(section: 0, row: 0))
    ///     move.offset(rows: -1)   // nil
    ///
    /// Changes of sections use the offset of sections only.
    public func offset(sections: Int = 0, rows: Int = 0) -> Change? {
        func shifted(_ section: Int) -> Int? { section + sections < 0 ? nil : section + sections }
        func shifted(_ path: IndexPath) -> IndexPath? {
            path.row + rows < 0 ? nil : shifted(path.section).map { IndexPath(section: $0, row: path.row + rows) }
        }
        func both<Position>(_ from: Position?, _ to: Position?, _ make: (Position, Position) -> Change) -> Change? {
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
    /// A text such as `Moved Row:1-2 to:3-4`.
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
