import Changes
import Loop
import Observables

/// A list that is set as a whole each time: the changes are found by comparing snapshots.
///
///     let list = SnapshotDataSource { SongCell($0) }
///     list.apply(try Snapshot([SnapshotSection(Section(id: "songs"), items: songs)]))
///
/// An item is made when it is first requested, and stays with its element when that moves. When the element changes,
/// ``update`` changes the item, if it is set; otherwise a new item is made.
@SceneActor
public final class SnapshotDataSource<
    Header: Identifiable & Equatable, Element: Identifiable & Equatable, Item
>: DataSource {
    /// A snapshot of the whole list.
    public typealias State = Snapshot<Header, Element>

    /// Applies a changed element to the item of its row, which stays.
    public var update: ((Item, Element) -> Void)?
    /// Returns the changes between two snapshots.
    public var difference: (State, State) -> ChangeSet = { $0.changeSet(to: $1) }
    /// The current state of the list.
    public private(set) var snapshot: State

    private let id: (Element) -> String
    private let makeSection: (Header) -> Section
    private let makeItem: (Element) -> Item
    private let observers = Observers<ListEvent>()
    private var items: [Identity<Element.ID>: Item] = [:]

    /// Creates a list that begins as `snapshot`. `id` returns a row's id, unique in the list; `section` returns a
    /// section's properties; and `makeItem` returns a row's item.
    public init(
        _ snapshot: State = State(), id: @escaping (Element) -> String, section: @escaping (Header) -> Section,
        makeItem: @escaping (Element) -> Item
    ) {
        self.snapshot = snapshot
        self.id = id
        makeSection = section
        self.makeItem = makeItem
    }

    /// Always `true`.
    public var isLoaded: Bool { true }
    /// Always `true`.
    public func checkIsCurrent() -> Bool { true }
    /// Always the current time.
    public var readAt: ContinuousClock.Instant? { .now }
    /// The number of sections in the snapshot.
    public var sectionCount: Int { snapshot.sections.count }

    /// Returns the section made from its header.
    public func section(at number: Int) -> Section { makeSection(snapshot.sections[number].header) }
    /// Returns the number of items in a section.
    public func rowCount(in section: Int) -> Int { snapshot.sections[section].items.count }
    /// Returns the id of the element in the row.
    public func id(at path: IndexPath) -> String { id(snapshot[path]) }

    /// Returns the position, counted through all sections, of the row with this id; `nil` if it is not in the list.
    /// O(rows).
    public func position(of id: String) -> Int? {
        let name = ExactName(id)
        return snapshot.sections.lazy.flatMap(\.items).enumerated().first { ExactName(self.id($0.element)) == name }?
            .offset
    }

    /// Returns the item of a row: the same one while its element is the same, or ``update`` applies the change.
    public func item(at path: IndexPath) -> Item? {
        let element = snapshot[path]
        if let known = items[Identity(element.id)] { return known }
        let item = makeItem(element)
        items[Identity(element.id)] = item
        return item
    }

    /// Does nothing: all rows are always in memory.
    public func display(_ ranges: [Range<Int>]) {}

    /// Calls `body` with each event while the subscription exists.
    public func observe(_ body: @escaping @SceneActor (ListEvent) -> Void) -> Subscription {
        observers.add(body)
    }

    /// Shows another snapshot: the differences are reported as one change set. O(rows).
    public func apply(_ new: State) {
        let changeSet = difference(snapshot, new)
        let old = snapshot
        snapshot = new
        renew(items: changeSet, since: old)
        guard !changeSet.isEmpty else { return }
        observers.notify(.changed(changeSet))
    }

    /// Releases the items of deleted rows. Updates the items of changed rows, or releases them if ``update`` is not
    /// set.
    private func renew(items changeSet: ChangeSet, since old: State) {
        guard !items.isEmpty else { return }
        let map = PathMap(changeSet)
        for change in changeSet.changes {
            switch change {
            case .rowDeleted(let path): items[Identity(old[path].id)] = nil
            case .sectionDeleted(let number), .sectionChanged(let number): dropGone(from: number, of: old, by: map)
            case .rowChanged(let path):
                let id = Identity(old[path].id)
                guard let now = map[path], let update, let item = items[id] else {
                    items[id] = nil
                    continue
                }
                update(item, snapshot[now])
            case .sectionInserted, .sectionMoved, .rowInserted, .rowMoved: break
            }
        }
    }

    private func dropGone(from section: Int, of old: State, by map: PathMap) {
        for (row, element) in old.sections[section].items.enumerated()
        where map[IndexPath(section: section, row: row)] == nil {
            items[Identity(element.id)] = nil
        }
    }
}
