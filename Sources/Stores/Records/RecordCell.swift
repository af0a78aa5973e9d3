import Changes
import Loop
import Tables

/// An object made from a record, such as a cell view model, that can show another state of the same row. When the row
/// changes, the object is kept and gets the new record.
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
    /// The present row.
    var record: Record { get set }
}

/// The cells in use, by the id of their row.
@SceneActor final class RecordCells {
    private struct Reference {
        weak var cell: (any RecordCell)?
    }

    private var cells: [ExactName: Reference] = [:]
    private var limit = 64

    /// Returns the existing cell of the record's row, with the new record, or else a new item.
    func item<Item>(for record: Record, _ makeItem: (Record) -> Item) -> Item {
        if let cell = cells[ExactName(record.id)]?.cell, let item = cell as? Item {
            show(record, in: cell)
            return item
        }
        let item = makeItem(record)
        if let cell = item as? any RecordCell { keep(cell, record.id) }
        return item
    }

    /// Passes new records to the cells of their rows.
    func take(_ records: some Sequence<Record>) {
        guard !cells.isEmpty else { return }
        for record in records {
            if let cell = cells[ExactName(record.id)]?.cell { show(record, in: cell) }
        }
    }

    private func show(_ record: Record, in cell: any RecordCell) {
        if cell.record != record { cell.record = record }
    }

    private func keep(_ cell: any RecordCell, _ id: String) {
        cells[ExactName(id)] = Reference(cell: cell)
        guard cells.count > limit else { return }
        cells = cells.filter { $0.value.cell != nil }
        limit = 64 + 2 * cells.count
    }
}
