import Changes
import Loop
import Observables

/// The rows of a live query, in one section or in those that the query makes, each row made an item once and kept until its content changes.
///
/// A row that moves keeps its item. An item is only good for the element it was made of: nothing tells of a change of a
/// row that is not on display, which may come back later.
@SceneActor public final class FetchedDataSource<Element: Equatable, Item>: DataSource {
    private let results: any FetchedResults<Element>
    private let section: Section
    private let makeItem: (Element) -> Item
    private let observers = Observers<ListEvent>()
    private var items = ItemCache<Element, Item>()
    private var displayed: [Range<Int>]?

    /// A list of what `results` holds; `makeItem` is asked once per row and content. What `section` says goes for each
    /// section, but for the identity and the title where there are several.
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
    /// When the look at the database began whose answer is shown.
    public var readAt: ContinuousClock.Instant? { results.readAt }
    /// Whether the number of rows is exact.
    public var isCounted: Bool { results.isCounted }
    /// Whether rows are still being found.
    public var isSearching: Bool { results.isSearching }
    /// The number of sections.
    public var sectionCount: Int { results.sectionCount }

    /// What a section is called.
    public func section(at number: Int) -> Section {
        checkSection(number)
        guard let fetched = results.section(at: number) else { return section }
        var section = section
        section.id = fetched.id
        section.title = fetched.title
        return section
    }

    /// The number of rows of a section.
    public func rowCount(in section: Int) -> Int {
        checkSection(section)
        return results.rows(ofSection: section).count
    }

    /// The identity of a row.
    public func id(at path: IndexPath) -> String { results.id(at: position(of: path)) }

    /// The position of a row through all sections. O(1).
    public func position(of path: IndexPath) -> Int {
        checkSection(path.section)
        return results.rows(ofSection: path.section).lowerBound + path.row
    }

    /// Where the row of this identity stands, if it is in the list. O(rows).
    public func position(of id: String) -> Int? { results.position(of: id) }

    /// The item of a row: the same one until the row shows something else; `nil` while the row is being read.
    public func item(at path: IndexPath) -> Item? {
        let position = position(of: path)
        let name = RowName(results.id(at: position))
        return results.element(at: position).map { items.item(name, of: $0, { $0 == $1 }, make: makeItem) }
    }

    /// Says which rows somebody looks at: these are read, and kept current.
    public func display(_ ranges: [Range<Int>]) {
        guard ranges != displayed else { return }
        displayed = ranges
        results.display(ranges)
        items.forgetHidden(ranges.map { $0.clamped(to: 0..<results.count) }) { results.id(at: $0) }
    }

    /// Calls `body` with each event until the observation is let go.
    public func observe(_ body: @escaping @SceneActor (ListEvent) -> Void) -> Subscription {
        observers.add(body)
    }

    private func hear(_ event: ListEvent) {
        guard case .changed(let changeSet) = event else { return observers.tell(event) }
        guard !changeSet.isEmpty else { return observers.tell(.loaded) }
        displayed = nil  // positions mean other rows now: the next display says which
        observers.tell(event)
    }
}
