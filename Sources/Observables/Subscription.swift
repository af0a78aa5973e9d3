import Loop

/// A registration with a source of events. It ends when it is cancelled or released.
@SceneActor public final class Subscription {
    private var onCancel: (@SceneActor () -> Void)?

    package init(_ onCancel: @escaping @SceneActor () -> Void) {
        self.onCancel = onCancel
    }

    isolated deinit {
        cancel()
    }

    /// Ends the registration; a second call does nothing.
    public func cancel() {
        onCancel?()
        onCancel = nil
    }
}
