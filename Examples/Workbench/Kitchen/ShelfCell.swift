import Oriel

/// A thing on a shelf, with its rights and actions.
@SceneActor final class ShelfCell: CellViewModel {
    private let thing: Thing
    private let things: ArrayModel<Thing>

    init(_ thing: Thing, in things: ArrayModel<Thing>, rights: RowRights) {
        self.thing = thing
        self.things = things
        super.init(template: "thing", title: thing.title)
        self.rights = rights
    }

    override func updateOutputs() {
        subtitle = thing.isOpen ? "Open" : "Closed"
        actions = [
            RowAction(thing.isOpen ? "close" : "open", title: thing.isOpen ? "Close" : "Open") { [thing] in
                thing.isOpen.toggle()
            },
            RowAction("throw", title: "Throw away", role: .destructive) { [weak self] in await self?.delete() },
            RowAction("lend", title: "Lend", isEnabled: false) {},
        ]
    }

    override func delete() async {
        things.removeAll { $0 === thing }
    }

    override func move(to path: IndexPath) async {
        guard let place = things.elements.firstIndex(where: { $0 === thing }) else { return }
        things.move(from: place, to: path.row)
    }
}
