/// A fault in one field of a form.
public struct ValidationFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The input's name.
    public let field: String
    /// The message, such as `is too short: at least 6 characters`.
    public let message: String

    /// Creates a fault of a field.
    public init(_ field: String, _ message: String) {
        self.field = field
        self.message = message
    }

    /// The field and the message, as in `'mail' is missing`.
    public var description: String { "'\(field)' \(message)" }
}
