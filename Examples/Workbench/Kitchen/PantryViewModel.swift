import Oriel

/// A part of the kitchen: a few values and a list, and a part of its own.
@SceneActor final class PantryViewModel: ViewModel {
    @Output var temperature = 8

    init(_ shelf: Shelf) {
        super.init(screen: "pantry", title: "Pantry", list: CellList(shelf.rows))
        embed(LabelViewModel(), in: "label")
    }
}

/// A part of a part.
@SceneActor private final class LabelViewModel: ViewModel {
    @Output var lastCleaned = "yesterday"

    init() {
        super.init(screen: "label", title: "Label")
    }
}
