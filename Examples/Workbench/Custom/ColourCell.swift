import Oriel

/// A colour that can be selected, and inverted in edit mode.
@SceneActor final class ColourCell: CellViewModel {
    @Output var code: String
    private var colour: Colour { didSet { code = colour.code } }
    private unowned let screen: CustomViewModel

    init(_ colour: Colour, of screen: CustomViewModel) {
        self.colour = colour
        self.screen = screen
        code = colour.code
        super.init(template: "colour", title: colour.name)
        rights = [.select]
    }

    override func updateOutputs() {
        actions = screen.isEditing ? [RowAction("invert", title: "Invert") { [unowned self] in colour.invert() }] : []
    }

    override func select() async {
        screen.choose(self)
    }
}
