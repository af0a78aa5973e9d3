import Oriel

/// The label of a jar, shared by all clients.
@SceneActor @Observable final class JarLabel {
    var photo: String?
}
