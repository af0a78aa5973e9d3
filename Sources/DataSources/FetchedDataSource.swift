import Changes
import Loop
import Observables

/// The rows of a live query, in one section or in the query's sections. Each row's item is created once and kept until
/// the row's content changes.
///
/// A row that moves keeps its item. An item is valid only for the element it was created from: no event reports the
/// change of a row that is not displayed, and that row may be displayed again later.
@SceneActor public final class FetchedDataSource<Element: Equatable, Item>: DataSource {
    private let results: any FetchedResults<Element>
    private let section: Section
    private let makeItem: (Element) -> Item
    private let observers = Observers<ListEvent>()
    private var items = ItemCache<Element, Item>()
    private var displayed: [Range<Int>]?

    /// Creates a list of the rows in `results`. `makeItem` is called once per row and content. The properties in
    /// `section` apply to each section; several sections have their own id and title.
    public init(_ results: any FetchedResults<Element>, section: Section, makeItem: @escaping (Element) -> Item) {
        self.results = results
        self.section = section
        self.makeItem = makeItem
        results.onEvent = { [weak self] event in self?.receive(event) }
    }

    /// Whether the query has answered.
    public var isLoaded: Bool { results.isLoaded }
    /// Returns whether no known change is pending. Looks for changes. O(1).
    public func checkIsCurrent() -> Bool { results.checkIsCurrent() }
    /// The time when the shown read of the database began.
    public var readAt: ContinuousClock.Instant? { results.readAt }
    /// Whether the number of rows is exact.
    public var isCounted: Bool { results.isCounted }
    /// Whether rows are still being found.
    public var isSearching: Bool { results.isSearching }
    /// The number of sections.
    public var sectionCount: Int { results.sectionCount }

    /// Returns a section's properties, such as its title.
    public func section(at number: Int) -> Section {
        checkSection(number)
        guard let fetched = results.section(at: number) else { return section }
        var section = section
        section.id = fetched.id
        section.title = fetched.title
        return section
    }

    /// Returns the number of rows in a section.
    public func rowCount(in section: Int) -> Int {
        checkSection(section)
        return results.rows(ofSection: section).count
    }

    /// Returns the id of a row.
    public func id(at path: IndexPath) -> String { results.id(at: position(of: path)) }

    /// Returns the position of a row, counted through all sections. O(1).
    public func position(of path: IndexPath) -> Int {
        checkSection(path.section)
        return results.rows(ofSection: path.section).lowerBound + path.row
    }

    /// Returns the position of the row with this id; `nil` if it is not in the list. O(rows).
    public func position(of id: String) -> Int? { results.position(of: id) }

    /// Returns the item of a row: the same one until the row's content changes; `nil` while the row is being read.
    public func item(at path: IndexPath) -> Item? {
        let position = position(of: path)
        let name = ExactName(results.id(at: position))
        return results.element(at: position).map { items.item(name, of: $0, { $0 == $1 }, make: makeItem) }
    }

    /// Sets the displayed rows: the query reads them and keeps them current.
    public func display(_ ranges: [Range<Int>]) {
        guard ranges != displayed else { return }
        displayed = ranges
        results.display(ranges)
        items.forgetHidden(ranges.map { $0.clamped(to: 0..<results.count) }) { results.id(at: $0) }
    }

    /// Calls `body` with each event while the subscription exists.
    public func observe(_ body: @escaping @SceneActor (ListEvent) -> Void) -> Subscription {
        observers.add(body)
    }

    private func receive(_ event: ListEvent) {
        guard case .changed(let changeSet) = event else { return observers.notify(event) }
        guard !changeSet.isEmpty else { return observers.notify(.loaded) }
        displayed = nil  // positions now mean other rows: the next `display` sets new ranges
        observers.notify(event)
    }
}
