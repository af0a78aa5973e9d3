import Changes
import Loop

/// An edit that a viewer requests for a row.
public enum RowEdit: Hashable, Sendable {
    /// Delete the row.
    case delete
    /// Insert a new row; this row is the placeholder for new ones.
    case insert
    /// Move the row to the path `to`, in the coordinates of the list that receives the edit, counted without the row.
    case move(to: IndexPath)
    /// Handle a tap on the row.
    case select

    /// The right that the row must have.
    public var right: RowRights {
        switch self {
        case .delete: .delete
        case .insert: .insert
        case .move: .move
        case .select: .select
        }
    }
}

/// The reason why a row was not edited. Nothing has changed.
public enum EditRefusal: Error, Hashable, Sendable {
    /// The row does not permit the edit.
    case notAllowed(RowRights)
    /// The row does not exist.
    case noRow
    /// The row cannot be moved there: the destination belongs to another list, or does not exist.
    case wrongPlace
}

/// A row that can be edited, such as a cell view model. A command changes the model only; the list follows from it.
@SceneActor public protocol EditableRow: AnyObject {
    /// The edits that the row permits now. Read again when a command arrives, whatever the viewer was offered before.
    var rights: RowRights { get }
    /// Applies an edit to the model. The path of a move is in the coordinates of the list that created the row.
    ///
    /// - Throws: An error when the model refuses. Nothing has changed then.
    func perform(_ edit: RowEdit) async throws
}
