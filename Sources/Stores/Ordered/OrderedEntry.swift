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
