import Changes
import Loop

/// Another list with other items in the same rows.
///
/// A row keeps its item for as long as its item within is the same object or an equal value; rows that nobody displays may
/// lose theirs.
@SceneActor public final class MappedDataSource<Inner, Item>: WrappingDataSource {
    /// The list within.
    public let base: any DataSource<Inner>
    private let transform: (Inner) -> Item
    private var cache = ItemCache<Inner, Item>()

    /// The list `base` with what `transform` makes of each item.
    public init(_ base: any DataSource<Inner>, _ transform: @escaping (Inner) -> Item) {
        self.base = base
        self.transform = transform
    }

    /// What was made of the item within.
    public func item(at path: IndexPath) -> Item? {
        base.item(at: path).map { inner in cache.item(RowName(base.id(at: path)), of: inner, isSame, make: transform) }
    }

    /// Says which rows somebody looks at.
    public func display(_ ranges: [Range<Int>]) {
        base.display(ranges)
        cache.forgetHidden(ranges.map { $0.clamped(to: 0..<base.totalRowCount) }) { base.id(at: base.path(at: $0)) }
    }
}

extension DataSource {
    /// The same list with what `transform` makes of each item.
    ///
    ///     friends.map { FriendCell($0) }
    public func map<Outer>(_ transform: @escaping (Item) -> Outer) -> MappedDataSource<Item, Outer> {
        MappedDataSource(self, transform)
    }
}
