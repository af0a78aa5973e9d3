import Oriel

/// A tile that shows its position. A tap replaces it by one of the other kind.
@SceneActor final class TileCell: CellViewModel {
    private let tile: Tile
    private unowned let board: Board

    init(_ tile: Tile, on board: Board) {
        self.tile = tile
        self.board = board
        super.init(template: tile.kind.rawValue)
        rights = [.select]
    }

    override func outputs(at path: IndexPath) -> JSONObject {
        ["title": .string("\(tile.kind.title) \(path.section).\(path.row)")]
    }

    override func select() async {
        board.swap(tile)
    }
}
