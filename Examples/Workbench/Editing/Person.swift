import Oriel

/// A person in the list.
@SceneActor @Observable final class Person: Identifiable {
    nonisolated let id: Int
    let name: String
    var isFriend = false

    init(id: Int, name: String) {
        self.id = id
        self.name = name
    }
}
