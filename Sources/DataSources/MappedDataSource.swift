import Changes
import Loop

/// Another list with other items in the same rows.
///
/// A row keeps its item while its inner item is the same object or an equal value. Rows that are not displayed may lose
/// theirs.
@SceneActor public final class MappedDataSource<Inner, Item>: WrappingDataSource {
    /// The inner list.
    public let base: any DataSource<Inner>
    private let transform: (Inner) -> Item
    private var cache = ItemCache<Inner, Item>()

    /// Creates a list with the rows of `base` whose items `transform` makes.
    public init(_ base: any DataSource<Inner>, _ transform: @escaping (Inner) -> Item) {
        self.base = base
        self.transform = transform
    }

    /// The item made from the inner item.
    public func item(at path: IndexPath) -> Item? {
        base.item(at: path).map { inner in cache.item(ExactName(base.id(at: path)), of: inner, isSame, make: transform)
        }
    }

    /// Sets the displayed rows.
    public func display(_ ranges: [Range<Int>]) {
        base.display(ranges)
        cache.forgetHidden(ranges.map { $0.clamped(to: 0..<base.totalRowCount) }) { base.id(at: base.path(at: $0)) }
    }
}

extension DataSource {
    /// Returns the same list with items made by `transform`.
    ///
    ///     friends.map { FriendCell($0) }
    public func map<Outer>(_ transform: @escaping (Item) -> Outer) -> MappedDataSource<Item, Outer> {
        MappedDataSource(self, transform)
    }
}
