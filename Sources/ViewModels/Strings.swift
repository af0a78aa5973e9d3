import Loop

/// The texts that Oriel itself shows to users. An app in another language replaces them before it serves:
///
///     Strings.current.editImage = "Bild bearbeiten"
public struct Strings: Sendable {
    /// The texts in use.
    @SceneActor public static var current = Strings()

    /// The title of the row that inserts a new one.
    public var insert = "Insert"
    /// The title of the sheet for an image.
    public var editImage = "Edit Image"
    /// The message of that sheet.
    public var chooseHowToEdit = "Choose how you would like to edit the image."
    /// The action that takes a photo with the camera.
    public var takePhoto = "Take Photo"
    /// The action that chooses a file.
    public var choosePhoto = "Choose Photo"
    /// The action that pastes from the clipboard.
    public var pastePhoto = "Paste Photo"
    /// The action that deletes the image.
    public var deletePhoto = "Delete Photo"
    /// The action that closes the sheet.
    public var cancel = "Cancel"

    /// Creates the English texts.
    public init() {}
}
