import Oriel

/// A person who can be befriended by a swipe, moved, and deleted.
@SceneActor final class PersonCell: CellViewModel {
    private let person: Person
    private let people: People

    init(_ person: Person, in people: People) {
        self.person = person
        self.people = people
        super.init(template: "person", title: person.name)
        rights = [.delete, .move]
    }

    override func updateOutputs() {
        subtitle = person.isFriend ? "A friend" : nil
        actions = [
            RowAction("befriend", title: person.isFriend ? "Part" : "Befriend", color: "orange") { [person] in
                person.isFriend.toggle()
            }
        ]
    }

    override func delete() async { people.remove(person) }

    override func move(to path: IndexPath) async { people.move(person, to: path.row) }
}
