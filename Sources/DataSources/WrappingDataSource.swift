import Changes
import Loop
import Observables

/// A list that forwards everything it does not define itself to another list.
///
///     final class ReadOnly<Item>: WrappingDataSource {
///         let base: any DataSource<Item>
///         init(_ base: any DataSource<Item>) { self.base = base }
///         func rights(at path: IndexPath) -> RowRights { [] }
///         func perform(_ edit: RowEdit, at path: IndexPath) async throws { throw EditRefusal.notAllowed(edit.right) }
///     }
@SceneActor public protocol WrappingDataSource<Item>: DataSource {
    /// The content of a row of the inner list: usually the same type.
    associatedtype Inner = Item
    /// The inner list, which answers everything that this one does not define.
    var base: any DataSource<Inner> { get }
}

extension WrappingDataSource {
    /// Whether the inner list is known.
    public var isLoaded: Bool { base.isLoaded }
    /// Returns whether the inner list is current.
    public func checkIsCurrent() -> Bool { base.checkIsCurrent() }
    /// When the inner list was read.
    public var readAt: ContinuousClock.Instant? { base.readAt }
    /// Whether the rows of the inner list are counted.
    public var isCounted: Bool { base.isCounted }
    /// Whether rows of the inner list are still being found.
    public var isSearching: Bool { base.isSearching }
    /// The number of sections of the inner list.
    public var sectionCount: Int { base.sectionCount }
    /// The section of the inner list.
    public func section(at number: Int) -> Section { base.section(at: number) }
    /// The number of rows in the inner section.
    public func rowCount(in section: Int) -> Int { base.rowCount(in: section) }
    /// The id of the row in the inner list.
    public func id(at path: IndexPath) -> String { base.id(at: path) }
    /// The position of the row in the inner list.
    public func position(of id: String) -> Int? { base.position(of: id) }
    /// Sets the displayed rows of the inner list.
    public func display(_ ranges: [Range<Int>]) { base.display(ranges) }
    /// Passes the editing mode to the inner list.
    public func setEditing(_ isEditing: Bool) { base.setEditing(isEditing) }
    /// The edits that the inner list permits.
    public func rights(at path: IndexPath) -> RowRights { base.rights(at: path) }
    /// Passes an edit to the inner list.
    public func perform(_ edit: RowEdit, at path: IndexPath) async throws { try await base.perform(edit, at: path) }
    /// Observes the events of the inner list.
    public func observe(_ body: @escaping @SceneActor (ListEvent) -> Void) -> Subscription { base.observe(body) }
}

extension WrappingDataSource where Inner == Item {
    /// The item of the inner list.
    public func item(at path: IndexPath) -> Item? { base.item(at: path) }
}
