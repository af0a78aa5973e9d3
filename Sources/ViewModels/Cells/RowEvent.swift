import JSON

/// An event from a row to its screen, such as a tap on a part of the row. It is no edit of the list.
public struct RowEvent {
    /// The name of the event in the cell's template.
    public let name: String
    /// The row.
    public let cell: CellViewModel
    /// The content of the event.
    public let content: JSON
}
