import Changes
import Loop

/// One section of given items.
///
///     let menu = ArrayDataSource(cells, section: Section(id: "menu")) { $0.name }
///     menu.reset(otherCells)   // one change set: rows by their identity
@SceneActor public final class ArrayDataSource<Item>: WrappingDataSource {
    private let model: ArrayModel<Item>
    private let rows: MutableArrayDataSource<Item, Item>
    private let id: (Item) -> String

    /// Creates a list of these items with their `id` as row ids. A second row with the same `id` becomes `id~2`.
    public init(_ items: [Item], section: Section, id: @escaping (Item) -> String) {
        model = ArrayModel(items)
        rows = MutableArrayDataSource(model, section: section, id: id) { $0 }
        self.id = id
    }

    /// The list of the rows.
    public var base: any DataSource<Item> { rows }
    /// The items, in order.
    public var items: [Item] { model.elements }
    /// The one section.
    public var section: Section {
        get { rows.section }
        set { rows.section = newValue }
    }

    /// Shows other items in one change set: rows are inserted, deleted and moved, and changed when their item differs.
    /// O(items).
    public func reset(_ items: [Item]) {
        model.replaceAll(with: items) { [id] in ExactName(id($0)) }
    }
}

extension ArrayDataSource where Item: Identifiable, Item.ID: LosslessStringConvertible {
    /// Creates a list of these items with their own ids as row ids.
    public convenience init(_ items: [Item], section: Section) {
        self.init(items, section: section) { $0.id.description }
    }
}
