import Oriel

/// The people of the workbench, in the order that users chose.
@SceneActor @Observable final class People {
    let all = ArrayModel<Person>()
    /// The URL of the picture of all people.
    var picture: String?
    private var lastID = 0

    init() {
        for name in ["Ada", "Bob", "Cleo"] { add(name) }
    }

    func add(_ name: String) {
        lastID += 1
        all.append(Person(id: lastID, name: name))
    }

    func remove(_ person: Person) {
        all.removeAll { $0 === person }
    }

    func move(_ person: Person, to index: Int) {
        guard let from = all.elements.firstIndex(where: { $0 === person }) else { return }
        all.move(from: from, to: min(index, all.count - 1))
    }
}
