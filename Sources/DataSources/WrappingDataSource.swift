import Changes
import Loop
import Observables

/// A list that is another one, but for what it says itself.
///
///     final class ReadOnly<Item>: WrappingDataSource {
///         let base: any DataSource<Item>
///         init(_ base: any DataSource<Item>) { self.base = base }
///         func rights(at path: IndexPath) -> RowRights { [] }
///         func perform(_ edit: RowEdit, at path: IndexPath) async throws { throw EditRefusal.notAllowed(edit.right) }
///     }
@SceneActor public protocol WrappingDataSource<Item>: DataSource {
    /// What stands in a row of the list within: usually the same.
    associatedtype Inner = Item
    /// The list that answers what this one leaves open.
    var base: any DataSource<Inner> { get }
}

extension WrappingDataSource {
    /// Whether the list within is known.
    public var isLoaded: Bool { base.isLoaded }
    /// Whether the list within is current.
    public var isCurrent: Bool { base.isCurrent }
    /// When the list within was read.
    public var readAt: ContinuousClock.Instant? { base.readAt }
    /// Whether the rows of the list within are counted.
    public var isCounted: Bool { base.isCounted }
    /// Whether rows of the list within are still being found.
    public var isSearching: Bool { base.isSearching }
    /// The number of sections of the list within.
    public var sectionCount: Int { base.sectionCount }
    /// The section of the list within.
    public func section(at number: Int) -> Section { base.section(at: number) }
    /// The number of rows of the section within.
    public func rowCount(in section: Int) -> Int { base.rowCount(in: section) }
    /// The identity that the row has in the list within.
    public func id(at path: IndexPath) -> String { base.id(at: path) }
    /// The position of the row in the list within.
    public func position(of id: String) -> Int? { base.position(of: id) }
    /// Tells the list within.
    public func display(_ ranges: [Range<Int>]) { base.display(ranges) }
    /// Has the list within follow.
    public func setEditing(_ isEditing: Bool) { base.setEditing(isEditing) }
    /// What the list within allows.
    public func rights(at path: IndexPath) -> RowRights { base.rights(at: path) }
    /// Asks the list within.
    public func perform(_ edit: RowEdit, at path: IndexPath) async throws { try await base.perform(edit, at: path) }
    /// The events of the list within.
    public func observe(_ body: @escaping @SceneActor (ListEvent) -> Void) -> Subscription { base.observe(body) }
}

extension WrappingDataSource where Inner == Item {
    /// The item of the list within.
    public func item(at path: IndexPath) -> Item? { base.item(at: path) }
}
