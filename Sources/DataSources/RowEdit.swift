import Changes
import Loop

/// Something a viewer wants done with a row of a list.
public enum RowEdit: Hashable, Sendable {
    /// Take it out.
    case delete
    /// Put a new row in where this one stands for new ones.
    case insert
    /// Give it the place `to`, in the coordinates of the list that is asked, counted without the row.
    case move(to: IndexPath)
    /// Do what comes of a tap on it.
    case select

    /// The right that the row has to give.
    public var right: RowRights {
        switch self {
        case .delete: .delete
        case .insert: .insert
        case .move: .move
        case .select: .select
        }
    }
}

/// Why a row was not edited; nothing was changed.
public enum EditRefusal: Error, Hashable, Sendable {
    /// The row does not allow it.
    case notAllowed(RowRights)
    /// There is no such row (any more).
    case noRow
    /// A row may not be moved there: the place belongs to another list, or to none.
    case wrongPlace
}

/// A row that can be edited, as cell view models can. A command changes the model only; the list follows from it.
@SceneActor public protocol EditableRow: AnyObject {
    /// What may be done with the row now. Asked again when a command comes: what a viewer was offered does not count.
    var rights: RowRights { get }
    /// Does what is asked to the model. For a move the place is in the coordinates of the list that made the row.
    ///
    /// - Throws: When the model refuses; nothing was changed then.
    func perform(_ edit: RowEdit) async throws
}
