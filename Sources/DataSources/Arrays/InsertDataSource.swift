import Changes
import Loop
import Observables

/// A placeholder row for a new one: "New friend" at the end of a list.
///
///     InsertDataSource(title: "New friend", makeItem: { TitleCell($0) }) { try await friends.insertOne() }
///
/// The row permits editing and insertion, but not deletion or moves, whatever its item permits. An insertion calls the
/// handler; the model's list then changes.
@SceneActor public final class InsertDataSource<Item>: DataSource {
    private let section: Section
    private let theItem: Item
    private let onInsert: @SceneActor () async throws -> Void

    /// Creates a row with this title, shown by `makeItem`. `section` is used where lists are stacked as sections.
    public init(
        title: String, section: Section = Section(id: "insert"), makeItem: (String) -> Item,
        onInsert: @escaping @SceneActor () async throws -> Void
    ) {
        self.section = section
        theItem = makeItem(title)
        self.onInsert = onInsert
    }

    /// Always `true`.
    public var isLoaded: Bool { true }
    /// Always `true`.
    public func checkIsCurrent() -> Bool { true }
    /// Always the current time.
    public var readAt: ContinuousClock.Instant? { .now }
    /// Always 1.
    public var sectionCount: Int { 1 }

    /// The section of the row.
    public func section(at number: Int) -> Section {
        checkSection(number)
        return section
    }

    /// Always 1.
    public func rowCount(in section: Int) -> Int {
        checkSection(section)
        return 1
    }

    /// Always `insert`.
    public func id(at path: IndexPath) -> String { "insert" }
    /// 0 for `insert`, otherwise `nil`.
    public func position(of id: String) -> Int? { id == "insert" ? 0 : nil }
    /// The item.
    public func item(at path: IndexPath) -> Item? {
        checkSection(path.section)
        return theItem
    }

    /// Does nothing: the row is always in memory.
    public func display(_ ranges: [Range<Int>]) {}
    /// Editing and insertion.
    public func rights(at path: IndexPath) -> RowRights { [.edit, .insert] }

    /// Calls the handler for ``RowEdit/insert``; throws for every other edit.
    public func perform(_ edit: RowEdit, at path: IndexPath) async throws {
        guard hasRow(at: path) else { throw EditRefusal.noRow }
        guard edit == .insert else { throw EditRefusal.notAllowed(edit.right) }
        try await onInsert()
    }

    /// Returns an empty subscription: the row never changes.
    public func observe(_ body: @escaping @SceneActor (ListEvent) -> Void) -> Subscription {
        Subscription {}
    }
}
