import JSON

/// Something that a row has to say to its screen and that is no edit of the list, such as a tap on a part of it.
public struct RowEvent {
    /// What happened, as the cell's template calls it.
    public let name: String
    /// The row it happened to.
    public let cell: CellViewModel
    /// What belongs to it.
    public let content: JSON
}
