import Changes
import Loop
import Observables

/// One section with a row for each element of an ``ArrayModel``, followed from the beginning.
///
///     let friends = ArrayModel([ada, bob])
///     let list = MutableArrayDataSource(friends, section: Section(id: "friends"), id: \.name) { FriendCell($0) }
///     friends.move(from: 1, to: 0)   // the list tells of it; the cells stay the ones they were
///
/// An item is made when it is first asked for, and kept for as long as its row lives: a row that moves keeps its item, an
/// element that is replaced gets a new one.
@SceneActor public final class MutableArrayDataSource<Element, Item>: DataSource {
    private let id: (Element) -> String
    private let makeItem: (Element) -> Item
    private let observers = Observers<ListEvent>()
    private var observation: Subscription?
    private var elements: [Element]
    private var names: [RowName]
    private var items: [RowName: (element: Element, item: Item)] = [:]

    /// The one section; to set it is to tell of it.
    public var section: Section {
        didSet { if section != oldValue { observers.tell(.changed([.sectionChanged(0)])) } }
    }

    /// A list of what `model` holds. `id` says how a row is called, and `makeItem` what stands in it; it is asked once per
    /// element. Of rows that would be called the same the second is called `id~2`, the third `id~3`.
    public init(
        _ model: ArrayModel<Element>, section: Section, id: @escaping (Element) -> String,
        makeItem: @escaping (Element) -> Item
    ) {
        self.section = section
        self.id = id
        self.makeItem = makeItem
        elements = model.elements
        names = elements.map { RowName(id($0)) }.distinct
        observation = model.observe { [weak self, unowned model] in self?.follow($0, to: model.elements) }
    }

    /// Always.
    public var isLoaded: Bool { true }
    /// Always.
    public var isCurrent: Bool { true }
    /// Now.
    public var readAt: ContinuousClock.Instant? { .now }
    /// One.
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

    /// What the element in the row is called.
    public func id(at path: IndexPath) -> String {
        checkSection(path.section)
        return names[path.row].text
    }

    /// Where the row of this identity stands, if it is in the list. O(rows).
    public func position(of id: String) -> Int? { names.firstIndex(of: RowName(id)) }

    /// The item of a row: the same one for as long as the row has this element.
    public func item(at path: IndexPath) -> Item? {
        checkSection(path.section)
        let name = names[path.row]
        if let known = items[name] { return known.item }
        let element = elements[path.row]
        let item = makeItem(element)
        items[name] = (element, item)
        return item
    }

    /// All rows are in memory, whoever looks.
    public func display(_ ranges: [Range<Int>]) {}

    /// Calls `body` with each event until the observation is let go.
    public func observe(_ body: @escaping @SceneActor (ListEvent) -> Void) -> Subscription {
        observers.add(body)
    }

    /// Follows the model by the identities of rows: an element may have been replaced by one that is called otherwise,
    /// and one that left may have come back.
    private func follow(_ changeSet: ChangeSet, to new: [Element]) {
        let old = names
        elements = new
        names = elements.map { RowName(id($0)) }.distinct
        let difference = ListDifference(from: old, to: names)
        for row in difference.deletions { items[old[row]] = nil }
        let changed = changedRows(by: changeSet)
        for row in changed { items[names[row]] = nil }
        var told = difference.changeSet()
        told.changes += Self.changes(of: Set(changed.map { names[$0] }), in: old)
        guard !told.isEmpty else { return }
        observers.tell(.changed(told))
    }

    /// The present places of elements that were replaced, or came where another of the same name has an item.
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

    private static func changes(of changed: Set<RowName>, in old: [RowName]) -> [Change] {
        guard !changed.isEmpty else { return [] }
        return old.indices.filter { changed.contains(old[$0]) }.map { .rowChanged(IndexPath(section: 0, row: $0)) }
    }
}

extension MutableArrayDataSource where Element: Identifiable, Element.ID: LosslessStringConvertible {
    /// A list of what `model` holds, whose rows are called by the ids of their elements.
    public convenience init(_ model: ArrayModel<Element>, section: Section, makeItem: @escaping (Element) -> Item) {
        self.init(model, section: section, id: { $0.id.description }, makeItem: makeItem)
    }
}
