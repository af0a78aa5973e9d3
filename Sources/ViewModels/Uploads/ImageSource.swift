/// A source of images; a client lists the ones it has.
public enum ImageSource: String, CaseIterable, Sendable {
    /// A new photo from a camera.
    case camera
    /// One of the user's files or photos.
    case file
    /// The clipboard.
    case paste
}
