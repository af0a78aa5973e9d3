import Changes
import Loop

/// What is made of a record, such as a cell view model, and can show another state of the same row: it is kept when the
/// row changes, and given the new record.
///
///     final class ArtistCell: CellViewModel, RecordCell {
///         @Bound var record: Record
///
///         init(_ record: Record) {
///             self.record = record
///             super.init(template: "artist")
///         }
///
///         override func updateOutputs() { title = record["Name"] ?? "" }
///     }
@SceneActor public protocol RecordCell: AnyObject {
    /// The row as it is now.
    var record: Record { get set }
}

/// The cells that somebody has, by the id of their row.
@SceneActor final class RecordCells {
    private struct Reference {
        weak var cell: (any RecordCell)?
    }

    private var cells: [RowName: Reference] = [:]
    private var limit = 64

    /// What shows the record: the cell of this row that there is, or a new one.
    func item<Item>(for record: Record, _ makeItem: (Record) -> Item) -> Item {
        if let cell = cells[RowName(record.id)]?.cell, let item = cell as? Item {
            show(record, in: cell)
            return item
        }
        let item = makeItem(record)
        if let cell = item as? any RecordCell { keep(cell, record.id) }
        return item
    }

    /// Gives cells the rows that they show.
    func take(_ records: some Sequence<Record>) {
        guard !cells.isEmpty else { return }
        for record in records {
            if let cell = cells[RowName(record.id)]?.cell { show(record, in: cell) }
        }
    }

    private func show(_ record: Record, in cell: any RecordCell) {
        if cell.record != record { cell.record = record }
    }

    private func keep(_ cell: any RecordCell, _ id: String) {
        cells[RowName(id)] = Reference(cell: cell)
        guard cells.count > limit else { return }
        cells = cells.filter { $0.value.cell != nil }
        limit = 64 + 2 * cells.count
    }
}
