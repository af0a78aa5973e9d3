import JSON
import ViewModels

/// A cell with its bytes and its hash, made once however many windows and viewers show it.
package final class EncodedCell: Sendable {
    package let cell: Cell
    package let bytes: [UInt8]
    package let hash: UInt64

    package init(_ cell: Cell) {
        let json = JSON.object(cell.content)
        self.cell = cell
        bytes = json.bytes
        hash = json.contentHash
    }
}
