import Oriel

/// A note that each tab of a browser has for itself.
final class NoteViewModel: ViewModel {
    @Input var note = ""
    @Output var length = 0

    init() { super.init(title: "Note") }

    override func updateOutputs() { length = note.count }
}
