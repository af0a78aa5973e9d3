import Changes
import JSON
import ViewModels

/// The cell of a row with its bytes and hashes, created once for all windows and viewers. The same object means the
/// same row with the same content.
package final class EncodedCell: Sendable {
    /// The id of the row.
    package let id: String
    package let cell: Cell
    package let bytes: [UInt8]
    package let hash: UInt64
    /// The hash of the id, as an element of `rows`.
    let idHash: UInt64
    /// The hash of an object with this cell as its only member. It is added to the hash of `cells`.
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

    /// Whether both cells belong to the same row, whatever their content.
    func isSameRow(as other: EncodedCell) -> Bool {
        idHash == other.idHash && ExactName(id) == ExactName(other.id)
    }
}
