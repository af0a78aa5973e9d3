import Lists
import Tables

/// Writes the rows of an export to a spool, in pieces.
package struct SpoolWriter {
    private let spool: Spool
    private let write: (Row, Int, inout [UInt8]) -> Void
    private let grown: (Int) -> Void
    private var piece: [UInt8] = []
    private var size = 0
    private var number = 0

    /// The size of a piece that is written at once, in bytes.
    private static let pieceSize = 256 * 1024

    /// Creates a writer. `write` appends a row with its number to the text, and `grown` receives the size of the text.
    package init(to spool: Spool, _ write: @escaping (Row, Int, inout [UInt8]) -> Void, grown: @escaping (Int) -> Void)
    {
        (self.spool, self.write, self.grown) = (spool, write, grown)
    }

    /// Adds a row.
    package mutating func add(_ row: Row) throws(StoreError) {
        write(row, number, &piece)
        number += 1
        if piece.count >= Self.pieceSize { try flush() }
    }

    /// Writes the rest to the spool, and reports the size.
    package mutating func flush() throws(StoreError) {
        try spool.append(piece)
        size += piece.count
        piece.removeAll(keepingCapacity: true)
        grown(size)
    }
}
