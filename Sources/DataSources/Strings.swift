import Loop

/// What Oriel itself says to people. An app in another language replaces it before it serves anything:
///
///     Strings.current.editImage = "Bild bearbeiten"
public struct Strings: Sendable {
    /// What is said now.
    @SceneActor public static var current = Strings()

    /// The row that stands for one to be made.
    public var insert = "Insert"
    /// Above the choices for an image.
    public var editImage = "Edit Image"
    /// Below that.
    public var chooseHowToEdit = "Choose how you would like to edit the image."
    /// The choice of the camera.
    public var takePhoto = "Take Photo"
    /// The choice of a file.
    public var choosePhoto = "Choose Photo"
    /// The choice of what was copied.
    public var pastePhoto = "Paste Photo"
    /// The choice of no image.
    public var deletePhoto = "Delete Photo"
    /// The choice of nothing.
    public var cancel = "Cancel"

    /// The English ones.
    public init() {}
}
