import Oriel

/// An editable list under a picture. In edit mode, its last row inserts a person.
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
        let insert = InsertDataSource(title: "New person") {
            CellViewModel(template: "insert", title: $0)
        } onInsert: {
            people.add("New person")
        }
        super.init(title: "Editing", list: CellList(EditDataSource(rows, whileEditing: insert, as: .rows)))
        commands = [Command("edit", title: "Edit")]
    }

    override func updateOutputs() {
        picture.image = people.picture
    }
}
