import Loop

/// The present content on its way to the clients. The connection of each client holds it until the client has confirmed
/// it or left. It ends when nothing holds it any more.
@SceneActor package final class Delivery {
    /// Whether a connection has given up to wait for its client.
    package var isLost = false
    private let onEnd: @SceneActor (_ isReceived: Bool) -> Void

    init(onEnd: @escaping @SceneActor (_ isReceived: Bool) -> Void) { self.onEnd = onEnd }

    isolated deinit { onEnd(!isLost) }
}
