/// A row in the order of a list: the beginning of its sort code, and its key. With a row id as its key, 24 bytes.
struct OrderedEntry<Key: Hashable & Comparable & Sendable>: Hashable, Comparable, Sendable {
    /// The beginning of the row's sort code.
    let prefix: SortPrefix
    /// The key that identifies the row.
    let key: Key

    /// Orders rows with whole codes: by code, then by key.
    static func < (left: OrderedEntry, right: OrderedEntry) -> Bool {
        left.prefix == right.prefix ? left.key < right.key : left.prefix < right.prefix
    }
}

/// A place between rows.
enum OrderedPlace<Key: Hashable & Comparable & Sendable> {
    /// Before all rows whose codes begin with this prefix or a greater one.
    case before(SortPrefix)
    /// After all rows whose codes begin with this prefix or a smaller one.
    case behind(SortPrefix)
    /// Before a row whose code is whole.
    case of(OrderedEntry<Key>)

    /// Returns whether a row comes before the place.
    func isBehind(_ entry: OrderedEntry<Key>) -> Bool {
        switch self {
        case .before(let prefix): entry.prefix < prefix
        case .behind(let prefix): entry.prefix <= prefix
        case .of(let other): entry < other
        }
    }
}
