import Oriel

/// A thing on a shelf, open or closed.
@SceneActor @Observable final class Thing: Identifiable {
    nonisolated let id: Int
    let title: String
    var isOpen = false

    init(id: Int, title: String) {
        self.id = id
        self.title = title
    }
}
