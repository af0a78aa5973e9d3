/// Where a client can take an image from: it says which of these it has.
public enum ImageSource: String, CaseIterable, Sendable {
    /// A camera takes a new one.
    case camera
    /// One of the person's files, or of their library of photos.
    case file
    /// What the person has copied.
    case paste
}
