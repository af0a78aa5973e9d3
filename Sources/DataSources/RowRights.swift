/// The edits that a row permits.
public struct RowRights: OptionSet, Hashable, Sendable {
    /// A bit per right.
    public let rawValue: UInt8

    /// Creates rights from their bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The content may be changed.
    public static let edit = RowRights(rawValue: 1)
    /// The row may be deleted.
    public static let delete = RowRights(rawValue: 2)
    /// The row is a placeholder for a new one, such as "New" at the end of a list.
    public static let insert = RowRights(rawValue: 4)
    /// The row may be moved.
    public static let move = RowRights(rawValue: 8)
    /// The row may be selected, for example by a tap, with an effect.
    public static let select = RowRights(rawValue: 16)

    /// The names of the rights, in a fixed order: `edit`, `delete`, `insert`, `move`, `select`.
    public var names: [String] {
        [(RowRights.edit, "edit"), (.delete, "delete"), (.insert, "insert"), (.move, "move"), (.select, "select")]
            .compactMap { contains($0.0) ? $0.1 : nil }
    }
}
