import Changes
import Loop
import Observables

/// One section of rows from a live query, each row made an item once and kept until its content changes.
///
/// The identity cache holds the items of rows on display only; a row that moves keeps its item.
@SceneActor public final class FetchedDataSource<Element, Item>: DataSource {
    private let results: any FetchedResults<Element>
    private let section: Section
    private let makeItem: (Element) -> Item
    private let observers = Observers<ListEvent>()
    private var items: [String: Item] = [:]
    private var displayed: [Range<Int>] = []

    /// A list of what `results` holds, as one section; `makeItem` is asked once per row and content.
    public init(_ results: any FetchedResults<Element>, section: Section, makeItem: @escaping (Element) -> Item) {
        self.results = results
        self.section = section
        self.makeItem = makeItem
        results.onEvent = { [weak self] event in self?.hear(event) }
    }

    /// Whether the query has been answered.
    public var isLoaded: Bool { results.isLoaded }
    /// Whether no change is known to be on its way; asking looks for one. O(1).
    public var isCurrent: Bool { results.isCurrent }
    /// One.
    public var sectionCount: Int { 1 }

    /// The one section.
    public func section(at number: Int) -> Section { section }
    /// The number of rows.
    public func rowCount(in section: Int) -> Int { results.count }
    /// The identity of a row.
    public func id(at path: IndexPath) -> String { results.id(at: path.row) }

    /// Where the row of this identity stands, if it is in the list. O(rows).
    public func position(of id: String) -> Int? { results.position(of: id) }

    /// The item of a row: the same one until the row shows something else; `nil` while the row is being read.
    public func item(at path: IndexPath) -> Item? {
        let id = results.id(at: path.row)
        if let item = items[id] { return item }
        guard let element = results.element(at: path.row) else { return nil }
        let item = makeItem(element)
        items[id] = item
        return item
    }

    /// Says which rows somebody looks at: these are read, and kept current.
    public func display(_ ranges: [Range<Int>]) {
        guard ranges != displayed else { return }
        displayed = ranges
        results.display(ranges)
        forgetHidden()
    }

    /// Calls `body` with each event until the observation is let go.
    public func observe(_ body: @escaping @SceneActor (ListEvent) -> Void) -> Observation {
        observers.add(body)
    }

    private func hear(_ event: ListEvent) {
        if case .changed(let changeSet) = event { forget(changeSet) }
        observers.tell(event)
    }

    /// Drops the items of rows that show something else; their places are those before the change set.
    private func forget(_ changeSet: ChangeSet) {
        let map = PathMap(changeSet)
        for case .rowChanged(let path) in changeSet.changes {
            guard let present = map[path] else { continue }
            items[results.id(at: present.row)] = nil
        }
        displayed = []  // positions mean other rows now: the next display says which
    }

    /// Keeps the cache no larger than a few times what is displayed.
    private func forgetHidden() {
        guard items.count > 4 * displayed.reduce(64, { $0 + $1.count }) else { return }
        let rows = displayed.lazy.flatMap { $0.clamped(to: 0..<self.results.count) }
        let shown = Set(rows.map { self.results.id(at: $0) })
        items = items.filter { shown.contains($0.key) }
    }
}
