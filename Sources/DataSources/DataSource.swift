import Changes
import Loop
import Observables

/// A list of sections with rows that reports its changes.
///
/// A data source knows no view models and no wire format: its creator chooses the type of the items. Data sources
/// compose: a data source of data sources maps index paths down and change sets up. The state changes first, then the
/// observers are notified, in the same call. A long list may keep only displayed items in memory (``display(_:)``).
///
/// Asking for a section or a row that does not exist is a programming error, as with an array. A debug build stops
/// there. A release build stops or answers for another position. Check with ``hasRow(at:)``.
@SceneActor public protocol DataSource<Item>: AnyObject {
    /// The content of a row.
    associatedtype Item

    /// Whether the list is known: `false` until the first answer of its source.
    var isLoaded: Bool { get }
    /// Returns whether no known change is pending. Looks for changes. O(1).
    func checkIsCurrent() -> Bool
    /// The time when the shown read of the models began; `nil` before the first.
    var readAt: ContinuousClock.Instant? { get }
    /// Whether the numbers of rows are exact and every row can be found. While a long list is read, this is `false` and
    /// more rows may exist than are counted. By default `true`.
    var isCounted: Bool { get }
    /// Whether rows are still being found, for example by a long search; the present rows are those found so far. By
    /// default `false`.
    var isSearching: Bool { get }
    /// The number of sections.
    var sectionCount: Int { get }
    /// Returns a section's properties, such as its title. - Precondition: the section exists.
    func section(at number: Int) -> Section
    /// Returns the number of rows in a section. - Precondition: the section exists.
    func rowCount(in section: Int) -> Int
    /// Returns the id of a row, unique in the whole list. - Precondition: the row exists.
    func id(at path: IndexPath) -> String
    /// Returns the position, counted through all sections, of the row with this id; `nil` if it is not in the list.
    /// O(rows).
    func position(of id: String) -> Int?
    /// Returns the item of a row; `nil` while it is being read. May be `nil` at any time for rows that are not
    /// displayed.
    func item(at path: IndexPath) -> Item?
    /// Sets the displayed rows, as positions counted through all sections. Replaces the previous ranges.
    func display(_ ranges: [Range<Int>])
    /// Switches the editing mode. Lists that show some rows only during editing follow it.
    func setEditing(_ isEditing: Bool)
    /// Returns the edits that a row permits now. - Precondition: the row exists.
    func rights(at path: IndexPath) -> RowRights
    /// Applies an edit to a row through the list that created the row. Paths are mapped down, a move's destination too.
    ///
    /// - Throws: ``EditRefusal`` when the row does not permit the edit, or an error of its model. Nothing has changed
    ///   then.
    func perform(_ edit: RowEdit, at path: IndexPath) async throws
    /// Calls `body` with each event while the subscription exists.
    func observe(_ body: @escaping @SceneActor (ListEvent) -> Void) -> Subscription
}

extension DataSource {
    /// `true`: the numbers are exact.
    public var isCounted: Bool { true }

    /// `false`: no rows are being found.
    public var isSearching: Bool { false }

    /// Does nothing: by default a list is the same in both modes.
    public func setEditing(_ isEditing: Bool) {}

    /// The rights of the row's item if it is an ``EditableRow``; none otherwise.
    public func rights(at path: IndexPath) -> RowRights {
        (item(at: path) as? any EditableRow)?.rights ?? []
    }

    /// Passes the edit to the row's item if the item permits it.
    public func perform(_ edit: RowEdit, at path: IndexPath) async throws {
        guard hasRow(at: path) else { throw EditRefusal.noRow }
        guard let row = item(at: path) as? any EditableRow, row.rights.contains(edit.right) else {
            throw EditRefusal.notAllowed(edit.right)
        }
        if case .move(let to) = edit, !isPlace(to, forRowAt: path) { throw EditRefusal.wrongPlace }
        try await row.perform(edit)
    }

    /// Whether a row that is removed at `path` can be inserted at `place`.
    private func isPlace(_ place: IndexPath, forRowAt path: IndexPath) -> Bool {
        guard (0..<sectionCount).contains(place.section) else { return false }
        return (0...rowCount(in: place.section) - (place.section == path.section ? 1 : 0)).contains(place.row)
    }

    /// The number of rows in all sections. O(sections).
    public var totalRowCount: Int {
        var count = 0
        for section in 0..<sectionCount { count += rowCount(in: section) }
        return count
    }

    /// Returns whether there is a row at `path`.
    public func hasRow(at path: IndexPath) -> Bool {
        (0..<sectionCount).contains(path.section) && (0..<rowCount(in: path.section)).contains(path.row)
    }

    /// Stops a debug build if the section does not exist.
    func checkSection(_ number: Int) {
        assert((0..<sectionCount).contains(number), "section \(number) is out of range: \(sectionCount) sections")
    }

    /// Returns the position of a row, counted through all sections. O(sections).
    public func position(of path: IndexPath) -> Int {
        (0..<path.section).reduce(path.row) { $0 + rowCount(in: $1) }
    }
}

extension DataSource {
    /// Returns the path of the row at a position counted through all sections. After the last row, that is the end of
    /// the last section. O(sections).
    public func path(at position: Int) -> IndexPath {
        var rest = position
        for section in 0..<sectionCount {
            let count = rowCount(in: section)
            if rest < count { return IndexPath(section: section, row: rest) }
            rest -= count
        }
        let last = max(0, sectionCount - 1)
        return IndexPath(section: last, row: sectionCount == 0 ? 0 : rowCount(in: last))
    }
}
