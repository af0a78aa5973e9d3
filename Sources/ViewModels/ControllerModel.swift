import Loop

/// One user's state that passes from screen to screen. Subclass it for more than the editing mode.
@SceneActor open class ControllerModel {
    /// Whether the user edits.
    public final var isEditing = false

    /// The state of a new user.
    public required init() {}

    /// Returns the object for the next screen: a new one of the same class with this one's editing mode. Override it to
    /// pass on more.
    open func derived() -> ControllerModel {
        let next = Self()
        next.isEditing = isEditing
        return next
    }
}
