import Oriel

/// A list that is edited, under a picture: while one does, a row for somebody new stands at its end.
@SceneActor final class EditingViewModel: ViewModel {
    let picture: ImageSlot
    private let people: People

    init(_ people: People, images: FileFolder) {
        self.people = people
        picture = ImageSlot(in: images)
        picture.onEdit = { people.picture = $0 }
        let rows = MutableArrayDataSource<Person, CellViewModel>(people.all, section: Section(id: "people")) {
            PersonCell($0, in: people)
        }
        let insert = InsertDataSource(title: "Somebody new") {
            CellViewModel(template: "insert", title: $0)
        } onInsert: {
            people.add("Somebody new")
        }
        super.init(title: "Editing", list: CellList(EditDataSource(rows, whileEditing: insert, as: .rows)))
        commands = [Command("edit", title: "Edit")]
    }

    override func updateOutputs() {
        picture.image = people.picture
    }
}
