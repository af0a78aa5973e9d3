import Changes
import JSON
import ViewModels

/// The cell of a row with its bytes and its hashes, made once however many windows and viewers show it: the same object is
/// the same row with the same content.
package final class EncodedCell: Sendable {
    /// The identity of the row.
    package let id: String
    package let cell: Cell
    package let bytes: [UInt8]
    package let hash: UInt64
    /// The hash of the identity, as an element of `rows`.
    let idHash: UInt64
    /// The hash of the cell as the one member of an object, by its identity: what it adds to that of `cells`.
    let memberHash: ContentHash.Object

    package init(_ cell: Cell, id: String) {
        self.id = id
        self.cell = cell
        let json = JSON.object(cell.content)
        bytes = json.bytes
        hash = json.contentHash
        idHash = ContentHash.hash(of: id)
        var member = ContentHash.Object()
        member.add(id, hash)
        memberHash = member
    }

    /// Whether both are of one row, whatever they say of it.
    func isSameRow(as other: EncodedCell) -> Bool {
        idHash == other.idHash && RowName(id) == RowName(other.id)
    }
}
