import Oriel

/// A part of the kitchen with values, a list, and a nested part. Its commands are called by path, as in
/// `pantry.air`.
@SceneActor final class PantryViewModel: ViewModel {
    @Input var note = ""
    @Output var temperature = 8
    @Output var reminder = ""

    init(_ shelf: Shelf, _ label: JarLabel, images: FileFolder) {
        super.init(screen: "pantry", title: "Pantry", list: CellList(shelf.rows))
        commands = [Command("air", title: "Air") { [unowned self] _ in temperature -= 1 }]
        embed(LabelViewModel(label, images: images), in: "label")
    }

    override func updateOutputs() {
        reminder = note.isEmpty ? "" : "Remember: \(note)"
    }
}
