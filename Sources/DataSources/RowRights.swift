/// What may be done with a row.
public struct RowRights: OptionSet, Hashable, Sendable {
    /// A bit per right.
    public let rawValue: UInt8

    /// Rights by their bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Its content may be changed.
    public static let edit = RowRights(rawValue: 1)
    /// It may be taken out.
    public static let delete = RowRights(rawValue: 2)
    /// It stands for a row that may be put in, as "New" at the end of a list does.
    public static let insert = RowRights(rawValue: 4)
    /// It may be given another place.
    public static let move = RowRights(rawValue: 8)
    /// It may be selected, as by a tap: something comes of it.
    public static let select = RowRights(rawValue: 16)

    /// The names of the rights, in a fixed order: `edit`, `delete`, `insert`, `move`, `select`.
    public var names: [String] {
        [(RowRights.edit, "edit"), (.delete, "delete"), (.insert, "insert"), (.move, "move"), (.select, "select")]
            .compactMap { contains($0.0) ? $0.1 : nil }
    }
}
