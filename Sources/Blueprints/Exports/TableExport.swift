import Loop
import Scenes
import Stores

/// All rows that a route selects of a table, as text in pieces.
@SceneActor final class TableExport: ServedRows {
    let name: String
    private let export: RowExport
    private let store: Store
    private let writer: ExportWriter
    private var piece: Piece
    private var isEnd = false

    private struct Piece: Sendable {
        var bytes: [UInt8]
        var isFirst = true
    }

    /// How many bytes are made at once, or a few more.
    nonisolated private static let size = 256 * 1024

    init(_ export: RowExport, of selection: Selection, in store: Store, writer: ExportWriter) {
        name = selection.table.name
        self.export = export
        self.store = store
        self.writer = writer
        piece = Piece(bytes: writer.head)
    }

    func next() async throws(RouteError) -> [UInt8]? {
        guard !isEnd else { return nil }
        do throws(StoreError) {
            (piece, isEnd) = try await export.read(into: piece) { [writer] piece, row in
                writer.append(row, isFirst: piece.isFirst, to: &piece.bytes)
                piece.isFirst = false
                return piece.bytes.count < Self.size
            }
        } catch {
            throw .unavailable(code: error.code, message: error.message)
        }
        let bytes = piece.bytes + (isEnd ? writer.foot : [])
        piece.bytes = []
        return bytes
    }

    func close() {
        isEnd = true
        Task { @SceneActor [store, export] in await store.end(export) }
    }
}
