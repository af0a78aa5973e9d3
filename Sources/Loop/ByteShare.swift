/// The bytes kept for one address. The account holds it weakly.
@SceneActor package final class ByteShare {
    /// The number of bytes now.
    @exclusivity(unchecked) package var bytes = 0
    private let onEnd: () -> Void

    init(onEnd: @escaping () -> Void) {
        self.onEnd = onEnd
    }

    isolated deinit { onEnd() }
}
