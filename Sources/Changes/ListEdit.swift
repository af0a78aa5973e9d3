/// One step from one list of sections with rows to another. Steps are sequential: each is in the coordinates of the
/// list after the previous steps, as in a JSON Patch (RFC 6902 section 3).
///
/// ``ChangeSet/edits(from:to:)`` returns the steps in this order:
///
/// 1. Rows are deleted, from the last to the first.
/// 2. Sections are inserted and moved.
/// 3. Rows are moved and inserted, in the order of their new positions.
/// 4. Deleted sections, now empty, are removed.
/// 5. Content is changed at its new position.
public enum ListEdit: Hashable, Sendable {
    /// Removes the row for good.
    case removeRow(IndexPath)
    /// Inserts an empty section; `target` is its number in the new list.
    case insertSection(Int, target: Int)
    /// Removes the section and inserts it at `to`, counted without it.
    case moveSection(from: Int, to: Int)
    /// Removes the row and inserts it at `to`, counted without it.
    case moveRow(from: IndexPath, to: IndexPath)
    /// Inserts a row; `target` is its path in the new list.
    case insertRow(IndexPath, target: IndexPath)
    /// Removes an empty section.
    case removeSection(Int)
    /// The content of the section has changed; the number is that in the new list.
    case changeSection(Int)
    /// The content of the row has changed; the path is that in the new list.
    case changeRow(IndexPath)
}
