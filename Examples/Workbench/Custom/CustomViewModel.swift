import Oriel

/// Four colours, and a header in the chosen one.
@SceneActor final class CustomViewModel: ViewModel {
    @Output var header = ""
    @Output var colour: String?
    @Bound private var chosen: ColourCell?

    init() {
        super.init(title: "Custom cells")
        let colours = [
            Colour("Red", 0xFF0000), Colour("Green", 0x00FF00), Colour("Blue", 0x0000FF), Colour("Gold", 0xFFCC00),
        ]
        let cells = colours.map { ColourCell($0, of: self) }
        list = CellList(ArrayDataSource(cells, section: Section(id: "colours")) { $0.title })
        commands = [Command("edit", title: "Edit")]
    }

    override func updateOutputs() {
        header = chosen.map { "You chose \($0.title)" } ?? "Choose a colour"
        colour = chosen?.code
    }

    func choose(_ cell: ColourCell) {
        chosen = cell
    }
}
