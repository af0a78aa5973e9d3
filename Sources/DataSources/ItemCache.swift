import Changes
import Loop

/// The items made from rows, by the rows' ids. An item is kept while its row's element is the same.
@SceneActor struct ItemCache<Element, Item> {
    private var items: [ExactName: (element: Element, item: Item)] = [:]

    /// Returns the row's item, and makes it if `element` is not the one it was made from.
    mutating func item(
        _ name: ExactName, of element: Element, _ isSame: (Element, Element) -> Bool, make: (Element) -> Item
    ) -> Item {
        if let known = items[name], isSame(known.element, element) { return known.item }
        let item = make(element)
        items[name] = (element, item)
        return item
    }

    /// Limits the cache to a few times the number of displayed rows.
    mutating func forgetHidden(_ displayed: [Range<Int>], id: (Int) -> String) {
        guard items.count > 4 * displayed.reduce(64, { $0 + $1.count }) else { return }
        let shown = Set(displayed.joined().map { ExactName(id($0)) })
        items = items.filter { shown.contains($0.key) }
    }
}
