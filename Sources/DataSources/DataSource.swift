import Changes
import Loop
import Observables

/// A list of sections of rows that tells what changed.
///
/// Data sources know no view models and no wire: an item is whatever its maker says. They compose: a data source of
/// data sources maps index paths down and change sets up. State changes first, then the observers are told, in the same
/// call. Items of a long list may be in memory only where somebody looks (``display(_:)``).
///
/// To ask for a section or a row that does not exist is an author's mistake, as with an array: a debug build stops there, and a
/// release build stops or answers for another place. ``hasRow(at:)`` tells.
@SceneActor public protocol DataSource<Item>: AnyObject {
    /// What stands in a row.
    associatedtype Item

    /// Whether the list is known: `false` until the first answer of what it shows.
    var isLoaded: Bool { get }
    /// Whether no change is known to be on its way; asking looks for one. O(1).
    var isCurrent: Bool { get }
    /// When the look at the models began whose answer is shown; `nil` before the first.
    var readAt: ContinuousClock.Instant? { get }
    /// Whether the numbers of rows are exact, and any row can be found; if not, there may be more rows than are told of,
    /// while a long list is read. True, if nothing else is said.
    var isCounted: Bool { get }
    /// Whether rows are still being found, such as by a search that takes long: those that there are were found so far. False,
    /// if nothing else is said.
    var isSearching: Bool { get }
    /// The number of sections.
    var sectionCount: Int { get }
    /// What a section is called. - Precondition: the section exists.
    func section(at number: Int) -> Section
    /// The number of rows of a section. - Precondition: the section exists.
    func rowCount(in section: Int) -> Int
    /// The identity of a row, unique in the whole list. - Precondition: the row exists.
    func id(at path: IndexPath) -> String
    /// The position through all sections of the row of this identity, if it is in the list. O(rows).
    func position(of id: String) -> Int?
    /// The item of a row, or `nil` while it is being read; always `nil` at times for rows that nobody displays.
    func item(at path: IndexPath) -> Item?
    /// Says which rows somebody looks at, as positions through all sections, instead of what was said before.
    func display(_ ranges: [Range<Int>])
    /// Switches between looking and editing: lists that show something only while one edits follow it.
    func setEditing(_ isEditing: Bool)
    /// What may be done with a row now. - Precondition: the row exists.
    func rights(at path: IndexPath) -> RowRights
    /// Does what is asked with a row, through the list that made it: paths are mapped down, a move's destination too.
    ///
    /// - Throws: ``EditRefusal`` when the row does not allow it, or what its model says. Nothing was changed then.
    func perform(_ edit: RowEdit, at path: IndexPath) async throws
    /// Calls `body` with each event until the observation is let go.
    func observe(_ body: @escaping @SceneActor (ListEvent) -> Void) -> Subscription
}

extension DataSource {
    /// The numbers are exact.
    public var isCounted: Bool { true }

    /// Nothing is being found.
    public var isSearching: Bool { false }

    /// Lists look the same in both modes unless they say otherwise.
    public func setEditing(_ isEditing: Bool) {}

    /// What the item of the row allows, if it is an ``EditableRow``; nothing otherwise.
    public func rights(at path: IndexPath) -> RowRights {
        (item(at: path) as? any EditableRow)?.rights ?? []
    }

    /// Asks the item of the row, if it allows it.
    public func perform(_ edit: RowEdit, at path: IndexPath) async throws {
        guard hasRow(at: path) else { throw EditRefusal.noRow }
        guard let row = item(at: path) as? any EditableRow, row.rights.contains(edit.right) else {
            throw EditRefusal.notAllowed(edit.right)
        }
        if case .move(let to) = edit, !isPlace(to, forRowAt: path) { throw EditRefusal.wrongPlace }
        try await row.perform(edit)
    }

    /// Whether a row that is taken out at `path` can be put in at `place`.
    private func isPlace(_ place: IndexPath, forRowAt path: IndexPath) -> Bool {
        guard (0..<sectionCount).contains(place.section) else { return false }
        return (0...rowCount(in: place.section) - (place.section == path.section ? 1 : 0)).contains(place.row)
    }

    /// The number of rows of all sections. O(sections).
    public var totalRowCount: Int {
        var count = 0
        for section in 0..<sectionCount { count += rowCount(in: section) }
        return count
    }

    /// Whether there is a row at `path`.
    public func hasRow(at path: IndexPath) -> Bool {
        (0..<sectionCount).contains(path.section) && (0..<rowCount(in: path.section)).contains(path.row)
    }

    /// Stops a debug build when there is no such section.
    func checkSection(_ number: Int) {
        assert((0..<sectionCount).contains(number), "no section \(number) in a list of \(sectionCount)")
    }

    /// The position of a row through all sections. O(sections).
    public func position(of path: IndexPath) -> Int {
        (0..<path.section).reduce(path.row) { $0 + rowCount(in: $1) }
    }
}

extension DataSource {
    /// The place of the row at a position through all sections; behind the last row, the end of the last section.
    /// O(sections).
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
