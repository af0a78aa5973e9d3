import Oriel

/// A venue whose name changes.
@SceneActor @Observable final class Venue {
    private(set) var id = 0
    private(set) var name = "No name yet"

    func rename() {
        id += 1
        name = "\(id). name generated"
    }
}
