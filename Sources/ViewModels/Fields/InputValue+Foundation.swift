import FoundationEssentials
import JSON

extension Date: InputValue {
    /// The type in an argument's description: a time by RFC 3339.
    public static var typeName: String { "datetime" }
    /// The time in UTC by RFC 3339, with milliseconds: `2026-11-26T12:30:00.000Z`. A column holds the same text, so
    /// such texts can be compared.
    public var json: JSON { .string(text) }
    /// Creates the time that a client sent; `nil` for any other value.
    public init?(json: JSON) {
        guard let text = json.stringValue else { return nil }
        self.init(text: text)
    }
}

extension UUID: InputValue {
    /// The type in an argument's description.
    public static var typeName: String { "text" }
    /// The text in lower case (RFC 9562 section 4).
    public var json: JSON { .string(uuidString.lowercased()) }
    /// Creates the UUID that a client sent; `nil` for any other value.
    public init?(json: JSON) {
        guard let text = json.stringValue else { return nil }
        self.init(uuidString: text)
    }
}

extension Decimal: InputValue {
    /// The type in an argument's description. A decimal number is a text, so that it stays exact.
    public static var typeName: String { "text" }
    /// The exact number as a text.
    public var json: JSON { .string(description) }
    /// Creates the number that a client sent, as a text or as a number; `nil` for any other value.
    public init?(json: JSON) {
        switch json {
        case .int(let number): self.init(number)
        case .double(let number): self.init(string: "\(number)")
        case .string(let text): self.init(text: text)
        default: return nil
        }
    }
}
