import Changes
import Loop
import Observables

/// One section with a row for each element of an ``ArrayModel``, whose changes it follows.
///
///     let friends = ArrayModel([ada, bob])
///     let list = MutableArrayDataSource(friends, section: Section(id: "friends"), id: \.name) { FriendCell($0) }
///     friends.move(from: 1, to: 0)   // the list tells of it; the cells stay the ones they were
///
/// An item is made when it is first requested, and kept while its row exists. A row that moves keeps its item; a
/// replaced element gets a new one.
@SceneActor public final class MutableArrayDataSource<Element, Item>: DataSource {
    private let id: (Element) -> String
    private let makeItem: (Element) -> Item
    private let observers = Observers<ListEvent>()
    private var observation: Subscription?
    private var elements: [Element]
    private var names: [ExactName]
    private var items: [ExactName: (element: Element, item: Item)] = [:]

    /// The one section. Setting it reports a change.
    public var section: Section {
        didSet { if section != oldValue { observers.notify(.changed([.sectionChanged(0)])) } }
    }

    /// Creates a list of the elements in `model`. `id` returns a row's id, and `makeItem` its item, once per element.
    /// Rows with equal ids become `id`, `id~2`, `id~3`.
    public init(
        _ model: ArrayModel<Element>, section: Section, id: @escaping (Element) -> String,
        makeItem: @escaping (Element) -> Item
    ) {
        self.section = section
        self.id = id
        self.makeItem = makeItem
        elements = model.elements
        names = elements.map { ExactName(id($0)) }.distinct
        observation = model.observe { [weak self, unowned model] in self?.follow($0, to: model.elements) }
    }

    /// Always `true`.
    public var isLoaded: Bool { true }
    /// Always `true`.
    public func checkIsCurrent() -> Bool { true }
    /// Always the current time.
    public var readAt: ContinuousClock.Instant? { .now }
    /// Always 1.
    public var sectionCount: Int { 1 }

    /// The one section.
    public func section(at number: Int) -> Section {
        checkSection(number)
        return section
    }

    /// The number of elements.
    public func rowCount(in section: Int) -> Int {
        checkSection(section)
        return names.count
    }

    /// Returns the id of the element in the row.
    public func id(at path: IndexPath) -> String {
        checkSection(path.section)
        return names[path.row].text
    }

    /// Returns the position of the row with this id; `nil` if it is not in the list. O(rows).
    public func position(of id: String) -> Int? { names.firstIndex(of: ExactName(id)) }

    /// Returns the item of a row: the same one while the row has this element.
    public func item(at path: IndexPath) -> Item? {
        checkSection(path.section)
        let name = names[path.row]
        if let known = items[name] { return known.item }
        let element = elements[path.row]
        let item = makeItem(element)
        items[name] = (element, item)
        return item
    }

    /// Does nothing: all rows are always in memory.
    public func display(_ ranges: [Range<Int>]) {}

    /// Calls `body` with each event while the subscription exists.
    public func observe(_ body: @escaping @SceneActor (ListEvent) -> Void) -> Subscription {
        observers.add(body)
    }

    /// Follows the model by the ids of the rows: a replacement may have another id, and a removed element may have
    /// returned.
    private func follow(_ changeSet: ChangeSet, to new: [Element]) {
        let old = names
        elements = new
        names = elements.map { ExactName(id($0)) }.distinct
        let difference = ListDifference(from: old, to: names)
        for row in difference.deletions { items[old[row]] = nil }
        let changed = changedRows(by: changeSet)
        for row in changed { items[names[row]] = nil }
        var told = difference.changeSet()
        told.changes += Self.changes(of: Set(changed.map { names[$0] }), in: old)
        guard !told.isEmpty else { return }
        observers.notify(.changed(told))
    }

    /// Returns the present rows of elements that were replaced, or inserted where an item of the same id exists.
    private func changedRows(by changeSet: ChangeSet) -> [Int] {
        let map = PathMap(changeSet)
        return changeSet.changes.compactMap { change in
            switch change {
            case .rowChanged(let path): map[path]?.row
            case .rowInserted(let path): isOutdated(path.row) ? path.row : nil
            default: nil
            }
        }
    }

    private func isOutdated(_ row: Int) -> Bool {
        items[names[row]].map { !isSame($0.element, elements[row]) } ?? true
    }

    private static func changes(of changed: Set<ExactName>, in old: [ExactName]) -> [Change] {
        guard !changed.isEmpty else { return [] }
        return old.indices.filter { changed.contains(old[$0]) }.map { .rowChanged(IndexPath(section: 0, row: $0)) }
    }
}

extension MutableArrayDataSource where Element: Identifiable, Element.ID: LosslessStringConvertible {
    /// Creates a list of the elements in `model` with their own ids as row ids.
    public convenience init(_ model: ArrayModel<Element>, section: Section, makeItem: @escaping (Element) -> Item) {
        self.init(model, section: section, id: { $0.id.description }, makeItem: makeItem)
    }
}
