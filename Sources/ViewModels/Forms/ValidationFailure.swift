/// What is wrong with one field of a form.
public struct ValidationFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The input's name.
    public let field: String
    /// What is wrong with its value, such as `is too short: at least 6 characters`.
    public let message: String

    /// A fault of a field.
    public init(_ field: String, _ message: String) {
        self.field = field
        self.message = message
    }

    /// As in `'mail' is missing`.
    public var description: String { "'\(field)' \(message)" }
}
