/// A fault in one field of a form.
public struct ValidationFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The input's name.
    public let field: String
    /// The message, such as `is too short: at least 6 characters`.
    public let message: String

    /// The input's title, if it has one.
    public let title: String?

    /// Creates a fault of a field.
    public init(_ field: String, _ message: String, title: String? = nil) {
        (self.field, self.message, self.title) = (field, message, title)
    }

    /// The title or the field, and the message, as in `'mail' is missing`.
    public var description: String { "'\(title ?? field)' \(message)" }
}
