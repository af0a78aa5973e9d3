/// The bytes that are kept for one address. The account knows it as long as somebody has this.
@SceneActor package final class ByteShare {
    /// How many there are now.
    @exclusivity(unchecked) package var bytes = 0
    private let onEnd: () -> Void

    init(onEnd: @escaping () -> Void) {
        self.onEnd = onEnd
    }

    isolated deinit { onEnd() }
}
