import Changes
import Loop

/// What was made of rows, by their identity, for as long as it is made of the same.
@SceneActor struct ItemCache<Element, Item> {
    private var items: [RowName: (element: Element, item: Item)] = [:]

    /// What was made of the row, or is made now if `element` is not what it was made of.
    mutating func item(
        _ name: RowName, of element: Element, _ isSame: (Element, Element) -> Bool, make: (Element) -> Item
    ) -> Item {
        if let known = items[name], isSame(known.element, element) { return known.item }
        let item = make(element)
        items[name] = (element, item)
        return item
    }

    /// Keeps the cache no larger than a few times what is displayed.
    mutating func forgetHidden(_ displayed: [Range<Int>], id: (Int) -> String) {
        guard items.count > 4 * displayed.reduce(64, { $0 + $1.count }) else { return }
        let shown = Set(displayed.joined().map { RowName(id($0)) })
        items = items.filter { shown.contains($0.key) }
    }
}
