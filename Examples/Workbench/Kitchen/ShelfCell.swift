import Oriel

/// Something on a shelf, with whatever may be done with it.
@SceneActor final class ShelfCell: CellViewModel {
    let id: String
    private unowned let shelf: Shelf
    private var isOpen = false { didSet { show() } }

    init(_ id: String, title: String, rights: RowRights, on shelf: Shelf) {
        self.id = id
        self.shelf = shelf
        super.init(template: rights.contains(.insert) ? "new" : "thing")
        self.title = title
        self.rights = rights
        if !rights.contains(.insert) { show() }
    }

    override func delete() async throws {
        shelf.remove(self)
    }

    override func insert() async throws {
        shelf.add()
    }

    override func move(to path: IndexPath) async throws {
        guard path.section == Shelf.tasks else { throw EditRefusal.wrongPlace }
        shelf.move(self, to: path.row)
    }

    private func show() {
        subtitle = isOpen ? "Open" : "Closed"
        actions = [
            RowAction(isOpen ? "close" : "open", title: isOpen ? "Close" : "Open") { [weak self] in
                self?.isOpen.toggle()
            },
            RowAction("throw", title: "Throw away", role: .destructive) { [weak self] in try await self?.delete() },
            RowAction("lend", title: "Lend", isEnabled: false) {},
        ]
    }
}
