/// One step from one list of sections of rows to another. Steps are sequential: each holds for the list that the steps
/// before it have made, as the operations of a JSON Patch do (RFC 6902 section 3).
///
/// They come from a change set (``ChangeSet/edits(from:to:)``), in this order: rows that are gone leave, from the last
/// to the first; sections come and move; rows move and come, from the first place to the last; sections that are gone
/// leave, empty by now; what stays or has moved is changed at its new place.
public enum ListEdit: Hashable, Sendable {
    /// Takes the row out for good.
    case removeRow(IndexPath)
    /// Puts an empty section in: `target` is its number in the new list.
    case insertSection(Int, target: Int)
    /// Takes the section out and puts it in at `to`, counted without it.
    case moveSection(from: Int, to: Int)
    /// Takes the row out and puts it in at `to`, counted without it.
    case moveRow(from: IndexPath, to: IndexPath)
    /// Puts a row in: `target` is its place in the new list.
    case insertRow(IndexPath, target: IndexPath)
    /// Takes an empty section out.
    case removeSection(Int)
    /// The section shows something else; the number is that in the new list.
    case changeSection(Int)
    /// The row shows something else; the place is that in the new list.
    case changeRow(IndexPath)
}
