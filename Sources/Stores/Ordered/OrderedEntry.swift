/// A row in the order of a list: the beginning of its sort code, and its key. With a row id for a key, 24 bytes.
struct OrderedEntry<Key: Hashable & Comparable & Sendable>: Hashable, Comparable, Sendable {
    /// The beginning of the row's sort code.
    let prefix: SortPrefix
    /// What names the row.
    let key: Key

    /// The order of rows whose codes are whole: by code, equal ones by key.
    static func < (left: OrderedEntry, right: OrderedEntry) -> Bool {
        left.prefix == right.prefix ? left.key < right.key : left.prefix < right.prefix
    }
}

/// A place between rows.
enum OrderedPlace<Key: Hashable & Comparable & Sendable> {
    /// Before all rows whose codes begin with this, or with more.
    case before(SortPrefix)
    /// Behind all rows whose codes begin with this, or with less.
    case behind(SortPrefix)
    /// Before a row whose code is whole.
    case of(OrderedEntry<Key>)

    /// Whether a row comes before the place.
    func isBehind(_ entry: OrderedEntry<Key>) -> Bool {
        switch self {
        case .before(let prefix): entry.prefix < prefix
        case .behind(let prefix): entry.prefix <= prefix
        case .of(let other): entry < other
        }
    }
}
