import Changes
import Loop
import Observables

/// A list that is said as a whole, again and again: what changed is found by comparing snapshots.
///
///     let list = SnapshotDataSource { SongCell($0) }
///     list.apply(try Snapshot([SnapshotSection(Section(id: "songs"), items: songs)]))
///
/// An item is made when it is first asked for, and stays with its element wherever that moves. When the element shows
/// something else, ``update`` takes the news into the item, if it is set; otherwise a new item is made.
@SceneActor
public final class SnapshotDataSource<
    Header: Identifiable & Equatable, Element: Identifiable & Equatable, Item
>: DataSource {
    /// The list as a whole.
    public typealias State = Snapshot<Header, Element>

    /// Takes a changed element into the item of its row, which stays.
    public var update: ((Item, Element) -> Void)?
    /// Finds what happened between two snapshots.
    public var difference: (State, State) -> ChangeSet = { $0.changeSet(to: $1) }
    /// The list as it is.
    public private(set) var snapshot: State

    private let id: (Element) -> String
    private let makeSection: (Header) -> Section
    private let makeItem: (Element) -> Item
    private let observers = Observers<ListEvent>()
    private var items: [Identity<Element.ID>: Item] = [:]

    /// A list that begins as `snapshot`. `id` says how a row is called, which is unique in the list, `section` what is
    /// said beside the rows, and `makeItem` what stands in a row.
    public init(
        _ snapshot: State = State(), id: @escaping (Element) -> String, section: @escaping (Header) -> Section,
        makeItem: @escaping (Element) -> Item
    ) {
        self.snapshot = snapshot
        self.id = id
        makeSection = section
        self.makeItem = makeItem
    }

    /// Always.
    public var isLoaded: Bool { true }
    /// Always.
    public var isCurrent: Bool { true }
    /// Now.
    public var readAt: ContinuousClock.Instant? { .now }
    /// The number of sections of the snapshot.
    public var sectionCount: Int { snapshot.sections.count }

    /// The section as made of its header.
    public func section(at number: Int) -> Section { makeSection(snapshot.sections[number].header) }
    /// The number of items of a section.
    public func rowCount(in section: Int) -> Int { snapshot.sections[section].items.count }
    /// What the element in the row is called.
    public func id(at path: IndexPath) -> String { id(snapshot[path]) }

    /// The position through all sections of the row of this identity, if it is in the list. O(rows).
    public func position(of id: String) -> Int? {
        let name = RowName(id)
        return snapshot.sections.lazy.flatMap(\.items).enumerated().first { RowName(self.id($0.element)) == name }?
            .offset
    }

    /// The item of a row: the same one for as long as its element is the same, or is taken in.
    public func item(at path: IndexPath) -> Item? {
        let element = snapshot[path]
        if let known = items[Identity(element.id)] { return known }
        let item = makeItem(element)
        items[Identity(element.id)] = item
        return item
    }

    /// All rows are in memory, whoever looks.
    public func display(_ ranges: [Range<Int>]) {}

    /// Calls `body` with each event until the observation is let go.
    public func observe(_ body: @escaping @SceneActor (ListEvent) -> Void) -> Subscription {
        observers.add(body)
    }

    /// Shows another snapshot: what differs is told as one change set. O(rows).
    public func apply(_ new: State) {
        let changeSet = difference(snapshot, new)
        let old = snapshot
        snapshot = new
        renew(items: changeSet, since: old)
        guard !changeSet.isEmpty else { return }
        observers.tell(.changed(changeSet))
    }

    /// Lets go of items whose rows are gone, and has those that changed take it in, or lets go of them too.
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
