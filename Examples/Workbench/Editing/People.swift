import Oriel

/// The people of the workbench, in the order somebody gave them.
@SceneActor @Observable final class People {
    let all = ArrayModel<Person>()
    /// The address of a picture of all of them.
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
