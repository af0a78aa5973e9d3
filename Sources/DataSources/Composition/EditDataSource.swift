import Changes
import Loop

/// A list, and another one behind it while one edits: rows for "New", say.
///
///     let list = EditDataSource(friends, whileEditing: InsertDataSource { "New friend" … }, as: .rows)
///
/// Editing is a matter of who edits: such a list belongs to one session, what is in it may be shared.
@SceneActor public final class EditDataSource<Item>: WrappingDataSource {
    private let stack: StackedDataSource<Item>
    private let extra: ListChild<Item>
    /// Whether the other list is shown.
    public private(set) var isEditing = false

    /// Shows `main`, and `extra` behind it while one edits: its rows as rows of the same section (which is the one of
    /// `main`), or its sections behind those of `main`.
    public init(_ main: any DataSource<Item>, whileEditing extra: any DataSource<Item>, as stacking: Stacking) {
        stack = StackedDataSource(stacking, header: firstSection(of: main))
        self.extra = ListChild("extra", extra)
        stack.setChildren([ListChild("main", main)])
    }

    /// The lists that are shown, as one.
    public var base: any DataSource<Item> { stack }

    /// Shows the other list, or takes it away, in one change set. The main list follows first when editing begins, last
    /// when it ends. The same again does nothing.
    public func setEditing(_ isEditing: Bool) {
        guard isEditing != self.isEditing else { return }
        self.isEditing = isEditing
        if isEditing {
            stack.setEditing(true)
            stack.append(extra)
        } else {
            stack.remove(extra.source)
            stack.setEditing(false)
        }
    }
}
