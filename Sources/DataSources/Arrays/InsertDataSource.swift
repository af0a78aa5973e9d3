import Changes
import Loop
import Observables

/// One row that stands for one that may be put in: "New friend" at the end of a list.
///
///     InsertDataSource(title: "New friend", makeItem: { TitleCell($0) }) { try await friends.insertOne() }
///
/// The row may be edited and inserted, not deleted or moved, whatever its item says. To insert is to call the handler: the
/// list of the model follows from that.
@SceneActor public final class InsertDataSource<Item>: DataSource {
    private let section: Section
    private let theItem: Item
    private let onInsert: @SceneActor () async throws -> Void

    /// A row of this title, as `makeItem` shows it. `section` matters where lists are stacked as sections.
    public init(
        title: String = Strings.current.insert, section: Section = Section(id: "insert"), makeItem: (String) -> Item,
        onInsert: @escaping @SceneActor () async throws -> Void
    ) {
        self.section = section
        theItem = makeItem(title)
        self.onInsert = onInsert
    }

    /// Always.
    public var isLoaded: Bool { true }
    /// Always.
    public var isCurrent: Bool { true }
    /// Now.
    public var readAt: ContinuousClock.Instant? { .now }
    /// One.
    public var sectionCount: Int { 1 }

    /// The section of the row.
    public func section(at number: Int) -> Section {
        checkSection(number)
        return section
    }

    /// One.
    public func rowCount(in section: Int) -> Int {
        checkSection(section)
        return 1
    }

    /// `insert`.
    public func id(at path: IndexPath) -> String { "insert" }
    /// 0 for `insert`.
    public func position(of id: String) -> Int? { id == "insert" ? 0 : nil }
    /// The item.
    public func item(at path: IndexPath) -> Item? {
        checkSection(path.section)
        return theItem
    }

    /// The row is in memory, whoever looks.
    public func display(_ ranges: [Range<Int>]) {}
    /// To edit and to insert.
    public func rights(at path: IndexPath) -> RowRights { [.edit, .insert] }

    /// Calls the handler for ``RowEdit/insert``, and refuses all else.
    public func perform(_ edit: RowEdit, at path: IndexPath) async throws {
        guard hasRow(at: path) else { throw EditRefusal.noRow }
        guard edit == .insert else { throw EditRefusal.notAllowed(edit.right) }
        try await onInsert()
    }

    /// Nothing ever happens to the row.
    public func observe(_ body: @escaping @SceneActor (ListEvent) -> Void) -> Subscription {
        Subscription {}
    }
}
