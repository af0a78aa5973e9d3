/// What a view model tells those who observe it.
public enum ViewModelEvent: Hashable, Sendable {
    /// Its outputs are worked out for the first time.
    case didSetUp
    /// It begins to load.
    case willLoad
    /// It has loaded, for the first time or again.
    case didLoad
    /// These inputs and outputs are different: told once per turn.
    case didUpdate([String])
    /// Nobody looks any more.
    case willUnload
    /// It has let go of what it loaded.
    case didUnload
}

/// What a view model tells the scene above it.
package enum SceneEvent: Sendable {
    /// Something that is shown may be different.
    case changed
    /// A look at the models has ended; see ``ViewModel/didRefresh()``.
    case refreshed
    /// The visitor is sent elsewhere.
    case navigated(Navigation)
}
