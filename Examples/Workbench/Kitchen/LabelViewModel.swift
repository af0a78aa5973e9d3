import Oriel

/// A nested part that asks before it prints, and has a photo.
@SceneActor final class LabelViewModel: ViewModel {
    @Input var text = "Flour"
    @Output var lastCleaned = "yesterday"
    @Output var printed = ""
    @Bound private var label: JarLabel
    let photo: ImageSlot

    init(_ label: JarLabel, images: FileFolder) {
        self.label = label
        photo = ImageSlot(in: images)
        super.init(screen: "label", title: "Label")
        photo.onEdit = { label.photo = $0 }
        commands = [
            Command("print", title: "Print") { [unowned self] call in call.result = ["paper": try await print()] }
        ]
    }

    override func updateOutputs() { photo.image = label.photo }

    /// Asks twice, and reports the chosen paper.
    private func print() async throws -> JSON {
        guard !text.isEmpty else {
            await alert("There is nothing to print.", focus: "text")
            throw CommandFailure.invalid(message: "There is nothing to print.", fields: ["text": "is missing"])
        }
        guard await ask(Dialog(title: "Print it?", actions: [Dialog.Action("yes", "Yes"), .cancel()])) == "yes" else {
            return .null
        }
        let papers = [Dialog.Action("white", "White"), Dialog.Action("yellow", "Yellow")]
        guard let paper = await ask(Dialog(.sheet, title: "On which paper?", actions: papers)) else { return .null }
        printed = "\(text) on \(paper) paper"
        return .string(paper)
    }
}
