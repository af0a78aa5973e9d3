import Oriel

/// A tile that says where it stands.
@SceneActor final class TileCell: CellViewModel {
    let tile: Tile

    init(_ tile: Tile) {
        self.tile = tile
        super.init(template: tile.kind.rawValue)
    }

    override func outputs(at path: IndexPath) -> JSONObject {
        ["title": .string("\(tile.kind.title) \(path.section).\(path.row)")]
    }
}
