import Oriel

/// Sections of tiles, one model for all screens that show them.
@SceneActor final class Board {
    /// The tiles as rows.
    let rows = MultiSectionDataSource<TileCell>([])
    private var sections: [ArrayModel<Tile>] = []
    private var lastID = 0

    init() {
        addSection(of: 36)
    }

    /// Adds a section with a number of tiles.
    func addSection(of count: Int = 1) {
        let section = ArrayModel((0..<count).map { _ in makeTile(.test) })
        let name = "Section \(sections.count)"
        let header = Section(id: name, title: name, footer: "End of \(name.lowercased())")
        sections.append(section)
        rows.append(
            ListChild(
                name, MutableArrayDataSource(section, section: header) { [unowned self] in TileCell($0, on: self) }))
    }

    /// Adds a tile to the last section.
    func addTile() {
        sections.last?.append(makeTile(.another))
    }

    /// Removes the first tile.
    func deleteTile() {
        sections.first { !$0.isEmpty }?.remove(at: 0)
    }

    /// Replaces a tile by one of the other kind, at the end of its section.
    func swap(_ tile: Tile) {
        guard let section = sections.first(where: { $0.elements.contains(tile) }) else { return }
        section.update {
            section.removeFirst(tile)
            section.append(makeTile(tile.kind.other))
        }
    }

    private func makeTile(_ kind: Tile.Kind) -> Tile {
        lastID += 1
        return Tile(id: lastID, kind: kind)
    }
}
