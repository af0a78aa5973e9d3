import Loop

/// One user's state that passes from screen to screen. Subclass it for more than the editing mode.
///
/// A command's navigation passes it on, and keeps it for the way back: the next screen finds this object in ``origin``,
/// and may change it. When the user returns, the screen has the same object.
///
///     @Observable final class Picking: ControllerModel { var chosen: String? }
///
///     (controllerModel.origin as? Picking)?.chosen = colour     // in the screen that was opened to choose
///     call.navigation = Navigation("/paint", style: .back)
@SceneActor open class ControllerModel {
    /// Whether the user edits.
    public final var isEditing = false
    /// The state of the screen that led to this one, as long as the session keeps it; `nil` without such a screen.
    public final package(set) weak var origin: ControllerModel?

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
