/// An event that a view model sends to its observers.
public enum ViewModelEvent: Hashable, Sendable {
    /// The outputs were computed for the first time.
    case didSetUp
    /// A load begins.
    case willLoad
    /// A load has finished, the first one or a later one.
    case didLoad
    /// These inputs and outputs have changed: sent once per turn.
    case didUpdate([String])
    /// No client shows it any more.
    case willUnload
    /// The loaded content was released.
    case didUnload
}

/// An event that a view model sends to the scene above it.
package enum SceneEvent {
    /// Visible content may have changed.
    case changed
    /// A read of the models has ended; see ``ViewModel/didRefresh()``.
    case refreshed
    /// The user is sent to another screen.
    case navigated(Navigation)
    /// The code waits until the clients have received the present content.
    case awaited(Delivery)
}
