import Oriel

/// What stands on a jar, for everybody.
@SceneActor @Observable final class JarLabel {
    var photo: String?
}
