import Loop

/// A scene that is kept open for somebody: while they watch it, or while what they have asked of it goes on.
@SceneActor package final class SceneHold {
    private var onRelease: (() -> Void)?

    init(onRelease: @escaping () -> Void) {
        self.onRelease = onRelease
    }

    /// Lets go of the scene; does nothing the second time.
    package func release() {
        onRelease?()
        onRelease = nil
    }
}
