import Changes
import Loop
import Observables

/// Lists one after another as one list: the base class of ``MultiSectionDataSource`` and ``MultiRowDataSource``.
///
/// Index paths are mapped down and change sets up. Ids of rows and sections stay unique because each child's ids get
/// that child's own prefix (``ListChild/init(_:_:)``). A child that is not known yet is not shown; once it is, its rows
/// arrive in a change set. A list may be in a composition once only.
///
/// Children may be inserted and removed while the list is shown, each time in one change set; a new child gets the
/// editing mode. Lookups are O(children), changes of children are O(rows).
@SceneActor public class StackedDataSource<Item>: DataSource {
    /// A child list.
    public typealias Child = ListChild<Item>

    let stacking: Stacking
    /// The one section, when rows are stacked.
    var header: @SceneActor () -> Section
    var shownHeader: Section?
    var entries: [StackEntry<Item>] = []
    let observers = Observers<ListEvent>()
    /// Why the source of the children cannot be read, or `nil`.
    var ownProblem: ListProblem? {
        didSet { notifyProblem() }
    }
    /// The reported problem: the list's own, otherwise the problem of the first child that has one.
    var problem: ListProblem?
    var displayed: [Range<Int>] = []
    private(set) var isEditing = false

    /// Creates a list that is not known until its children are set.
    init(_ stacking: Stacking, header: @escaping @SceneActor () -> Section) {
        self.stacking = stacking
        self.header = header
        shownHeader = stacking == .rows ? header() : nil
    }

    /// The child lists, in order.
    public var children: [Child] { entries.map(\.child) }

    /// Returns the child that holds a row, and the row's path there; `nil` when there is no such row. O(children).
    public func child(at path: IndexPath) -> (child: Child, path: IndexPath)? {
        guard hasRow(at: path) else { return nil }
        let place = place(of: path)
        return (place.entry.child, place.path)
    }

    /// Whether every child has been known once. Children added later are not waited for.
    public internal(set) var isLoaded = false
    /// Returns whether no known change of any child is pending. Looks for changes.
    public func checkIsCurrent() -> Bool { entries.allSatisfy { $0.source.checkIsCurrent() } }
    /// When the oldest read of any child began; `nil` while a child has not been read.
    public var readAt: ContinuousClock.Instant? {
        let looks = entries.map(\.source.readAt)
        return looks.contains(nil) ? nil : looks.compactMap(\.self).min() ?? .now
    }
    /// The number of sections: 1 if rows are stacked, otherwise the sum over all children. O(children).
    public var sectionCount: Int {
        stacking == .rows ? 1 : entries.reduce(0) { $0 + $1.counts.count }
    }

    /// The one section if rows are stacked, otherwise the child's, with the child's prefix before its id.
    public func section(at number: Int) -> Section {
        checkSection(number)
        guard stacking == .sections else { return header() }
        let place = place(of: IndexPath(section: number, row: 0))
        var section = place.entry.source.section(at: place.path.section)
        section.id = place.entry.child.sectionID(section.id)
        return section
    }

    /// Returns the number of rows in a section.
    public func rowCount(in section: Int) -> Int {
        checkSection(section)
        guard stacking == .sections else { return entries.reduce(0) { $0 + $1.rowCount } }
        let place = place(of: IndexPath(section: section, row: 0))
        return place.entry.counts[place.path.section]
    }

    /// Returns the id of a row: its child's prefix, then its id in the child.
    public func id(at path: IndexPath) -> String {
        let place = place(of: path)
        return place.entry.child.prefix + place.entry.source.id(at: place.path)
    }

    /// Returns the position, counted through all sections, of the row with this id; `nil` if no child has it.
    public func position(of id: String) -> Int? {
        var start = 0
        for entry in entries {
            if entry.isShown, let inner = entry.child.innerID(id), let position = entry.source.position(of: inner) {
                return start + position
            }
            start += entry.rowCount
        }
        return nil
    }

    /// Returns the item of a row in its child.
    public func item(at path: IndexPath) -> Item? {
        let place = place(of: path)
        return place.entry.source.item(at: place.path)
    }

    /// Sets the displayed rows: each child gets its own.
    public func display(_ ranges: [Range<Int>]) {
        displayed = ranges
        var start = 0
        for entry in entries {
            entry.source.display(entry.part(of: ranges, from: start))
            start += entry.rowCount
        }
    }

    /// Passes the editing mode to every child, also to later ones; a removed child leaves the mode. Does nothing if it
    /// is the same.
    public func setEditing(_ isEditing: Bool) {
        guard isEditing != self.isEditing else { return }
        self.isEditing = isEditing
        for entry in entries { entry.source.setEditing(isEditing) }
    }

    /// The edits that the child permits.
    public func rights(at path: IndexPath) -> RowRights {
        let place = place(of: path)
        return place.entry.source.rights(at: place.path)
    }

    /// Passes an edit to the child. A row may move within its child only.
    public func perform(_ edit: RowEdit, at path: IndexPath) async throws {
        guard hasRow(at: path) else { throw EditRefusal.noRow }
        let place = place(of: path)
        try await place.entry.source.perform(place.inner(edit), at: place.path)
    }

    /// Calls `body` with each event while the subscription exists.
    public func observe(_ body: @escaping @SceneActor (ListEvent) -> Void) -> Subscription {
        observers.add(body)
    }
}
