import Changes
import Loop

/// A list, and another one after it during editing, for example a "New" row.
///
///     let list = EditDataSource(friends, whileEditing: InsertDataSource { "New friend" … }, as: .rows)
///
/// The editing mode belongs to one session, so this list does too; the lists in it may be shared.
@SceneActor public final class EditDataSource<Item>: WrappingDataSource {
    private let stack: StackedDataSource<Item>
    private let extra: ListChild<Item>
    /// Whether the other list is shown.
    public private(set) var isEditing = false

    /// Creates a list that shows `main`, and `extra` after it during editing. As rows, `extra` extends the same section
    /// (that of `main`); as sections, its sections follow those of `main`.
    public init(_ main: any DataSource<Item>, whileEditing extra: any DataSource<Item>, as stacking: Stacking) {
        stack = StackedDataSource(stacking, header: firstSection(of: main))
        self.extra = ListChild("extra", extra)
        stack.setChildren([ListChild("main", main)])
    }

    /// The displayed lists as one.
    public var base: any DataSource<Item> { stack }

    /// Shows or hides the other list, in one change set. The main list follows first when editing begins, and last when
    /// it ends. Does nothing if the mode is the same.
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
