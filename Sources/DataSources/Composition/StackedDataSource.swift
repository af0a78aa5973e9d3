import Changes
import Loop
import Observables

/// Lists one after another as one list: what ``MultiSectionDataSource`` and ``MultiRowDataSource`` have in common.
///
/// Index paths are mapped down and change sets up. Identities of rows and sections stay unique because each child's are put
/// behind its own prefix, whatever other children there are (``ListChild/init(_:_:)``). A child that is not known yet is not
/// shown; when it is, its rows come in a change set. A list may be in a composition once only.
///
/// Children come and go while the list is shown, each time in one change set; a new child follows the editing flag.
/// Lookups are O(children), what changes children is O(rows).
@SceneActor public class StackedDataSource<Item>: DataSource {
    /// A list within.
    public typealias Child = ListChild<Item>

    let stacking: Stacking
    /// The one section, when rows are stacked.
    var header: @SceneActor () -> Section
    var shownHeader: Section?
    var entries: [StackEntry<Item>] = []
    let observers = Observers<ListEvent>()
    /// Why what the children are made of cannot be read.
    var ownProblem: ListProblem? {
        didSet { tellProblem() }
    }
    /// Why the first child that cannot be read cannot be read, as it was told.
    var problem: ListProblem?
    var displayed: [Range<Int>] = []
    private(set) var isEditing = false

    /// A list that is not known until its children are set.
    init(_ stacking: Stacking, header: @escaping @SceneActor () -> Section) {
        self.stacking = stacking
        self.header = header
        shownHeader = stacking == .rows ? header() : nil
    }

    /// The lists within, in order.
    public var children: [Child] { entries.map(\.child) }

    /// The child that holds a row, and the place of the row there; `nil` when there is no such row. O(children).
    public func child(at path: IndexPath) -> (child: Child, path: IndexPath)? {
        guard hasRow(at: path) else { return nil }
        let place = place(of: path)
        return (place.entry.child, place.path)
    }

    /// Whether every child was known once; one that comes later is not waited for.
    public internal(set) var isLoaded = false
    /// Whether no change of any child is known to be on its way; asking looks for one.
    public var isCurrent: Bool { entries.allSatisfy(\.source.isCurrent) }
    /// When the oldest look of any child began; `nil` while a child has not been read.
    public var readAt: ContinuousClock.Instant? {
        let looks = entries.map(\.source.readAt)
        return looks.contains(nil) ? nil : looks.compactMap(\.self).min() ?? .now
    }
    /// The number of sections: one if rows are stacked, otherwise that of all children. O(children).
    public var sectionCount: Int {
        stacking == .rows ? 1 : entries.reduce(0) { $0 + $1.counts.count }
    }

    /// The one section if rows are stacked, otherwise the child's, its identity behind the child's prefix.
    public func section(at number: Int) -> Section {
        checkSection(number)
        guard stacking == .sections else { return header() }
        let place = place(of: IndexPath(section: number, row: 0))
        var section = place.entry.source.section(at: place.path.section)
        section.id = place.entry.child.sectionID(section.id)
        return section
    }

    /// The number of rows of a section.
    public func rowCount(in section: Int) -> Int {
        checkSection(section)
        guard stacking == .sections else { return entries.reduce(0) { $0 + $1.rowCount } }
        let place = place(of: IndexPath(section: section, row: 0))
        return place.entry.counts[place.path.section]
    }

    /// The identity of a row: its child's prefix, then what the child calls it.
    public func id(at path: IndexPath) -> String {
        let place = place(of: path)
        return place.entry.child.prefix + place.entry.source.id(at: place.path)
    }

    /// The position through all sections of the row of this identity, if a child has it.
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

    /// The item of a row, as its child has it.
    public func item(at path: IndexPath) -> Item? {
        let place = place(of: path)
        return place.entry.source.item(at: place.path)
    }

    /// Says which rows somebody looks at: each child is told its own.
    public func display(_ ranges: [Range<Int>]) {
        displayed = ranges
        var start = 0
        for entry in entries {
            entry.source.display(entry.part(of: ranges, from: start))
            start += entry.rowCount
        }
    }

    /// Has every child follow, also those that come later; one that leaves is not edited any more. The same again does
    /// nothing.
    public func setEditing(_ isEditing: Bool) {
        guard isEditing != self.isEditing else { return }
        self.isEditing = isEditing
        for entry in entries { entry.source.setEditing(isEditing) }
    }

    /// What the child allows.
    public func rights(at path: IndexPath) -> RowRights {
        let place = place(of: path)
        return place.entry.source.rights(at: place.path)
    }

    /// Asks the child; a row may be moved within its child only.
    public func perform(_ edit: RowEdit, at path: IndexPath) async throws {
        guard hasRow(at: path) else { throw EditRefusal.noRow }
        let place = place(of: path)
        try await place.entry.source.perform(place.inner(edit), at: place.path)
    }

    /// Calls `body` with each event until the observation is let go.
    public func observe(_ body: @escaping @SceneActor (ListEvent) -> Void) -> Subscription {
        observers.add(body)
    }
}
