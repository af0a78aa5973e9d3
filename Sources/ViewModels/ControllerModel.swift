import Loop

/// How one visitor looks at a screen, handed from screen to screen: subclass it for more than the mode of editing.
@SceneActor open class ControllerModel {
    /// Whether the visitor edits.
    public final var isEditing = false

    /// The state of somebody who has just come.
    public required init() {}

    /// What the screen that comes next is given: another object of the same class, with the mode of editing of this one.
    /// Override it to hand on more.
    open func derived() -> ControllerModel {
        let next = Self()
        next.isEditing = isEditing
        return next
    }
}
