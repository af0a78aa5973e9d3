import FoundationEssentials
import JSON

/// What an output can hold: anything that has one form in a document.
///
/// Texts, truth values, numbers, dates (RFC 3339, UTC), URLs, JSON itself, enumerations of these, and arrays, dictionaries
/// and optionals of them. A type of your own joins in with one property:
///
///     extension Money: OutputValue { public var json: JSON { .string("\(amount) \(currency)") } }
public protocol OutputValue: Equatable {
    /// The value as it stands in a document.
    var json: JSON { get }
}

/// What an input can hold: an output's value that can be read back.
public protocol InputValue: OutputValue {
    /// What is expected, as an argument's `type` in a document, such as `text` or `integer`.
    static var typeName: String { get }
    /// What a client may send, as a document describes an argument: its `type`, and where it applies `choices`, the values
    /// of an enumeration that is `CaseIterable` (of any other a client is told only the type), and `nullable`, of an optional.
    static var argument: JSONObject { get }
    /// The value that a client sent, or `nil` when it is of another type.
    init?(json: JSON)
}

extension InputValue {
    /// The type, and nothing else.
    public static var argument: JSONObject { ["type": .string(typeName)] }
}

extension InputValue where Self: CaseIterable {
    /// The type, and every case: its value, and its description as the title.
    public static var argument: JSONObject {
        let choices = allCases.map { JSON.object(["value": $0.json, "title": .string("\($0)")]) }
        return ["type": .string(typeName), "choices": .array(choices)]
    }
}

extension String: InputValue {
    /// What is expected of a client.
    public static var typeName: String { "text" }
    /// The value as it stands in a document.
    public var json: JSON { .string(self) }
    /// The value that a client sent, or `nil` when it is of another type.
    public init?(json: JSON) {
        guard let text = json.stringValue else { return nil }
        self = text
    }
}

extension Bool: InputValue {
    /// What is expected of a client.
    public static var typeName: String { "boolean" }
    /// The value as it stands in a document.
    public var json: JSON { .bool(self) }
    /// The value that a client sent, or `nil` when it is of another type.
    public init?(json: JSON) {
        guard let value = json.boolValue else { return nil }
        self = value
    }
}

extension Int: InputValue {
    /// What is expected of a client: a whole number, which beyond ±2^53 may come as a string, as it stands in documents.
    public static var typeName: String { "integer" }
    /// The value as it stands in a document.
    public var json: JSON { .int(Int64(self)) }
    /// The value that a client sent, or `nil` when it is of another type.
    public init?(json: JSON) {
        guard let value = json.intValue ?? json.largeInteger else { return nil }
        self.init(value)
    }
}

extension Double: InputValue {
    /// What is expected of a client.
    public static var typeName: String { "number" }
    /// The value as it stands in a document: not a number and infinities have no form in JSON, and are `null`.
    public var json: JSON { isFinite ? .double(self) : .null }
    /// The value that a client sent, or `nil` when it is of another type.
    public init?(json: JSON) {
        guard let value = json.doubleValue else { return nil }
        self = value
    }
}

extension JSON: InputValue {
    /// What is expected of a client.
    public static var typeName: String { "any" }
    /// The value as it stands in a document.
    public var json: JSON { self }
    /// The value that a client sent, or `nil` when it is of another type.
    public init?(json: JSON) { self = json }
}

extension JSONObject: OutputValue {
    /// The value as it stands in a document.
    public var json: JSON { .object(self) }
}

extension Optional: OutputValue where Wrapped: OutputValue {
    /// The value as it stands in a document.
    public var json: JSON { self?.json ?? .null }
}

extension Optional: InputValue where Wrapped: InputValue {
    /// What is expected of a client.
    public static var typeName: String { Wrapped.typeName }
    /// What is expected of a client, and that there need be no value.
    public static var argument: JSONObject {
        var argument = Wrapped.argument
        argument["nullable"] = true
        return argument
    }
    /// The value that a client sent, or `nil` when it is of another type.
    public init?(json: JSON) {
        if json == .null {
            self = .none
        } else {
            guard let value = Wrapped(json: json) else { return nil }
            self = .some(value)
        }
    }
}

extension Array: OutputValue where Element: OutputValue {
    /// The value as it stands in a document.
    public var json: JSON { .array(map(\.json)) }
}

extension Dictionary: OutputValue where Key == String, Value: OutputValue {
    /// The members in the order of their names.
    public var json: JSON { .object(JSONObject(sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })) }
}

extension OutputValue where Self: RawRepresentable, RawValue: OutputValue {
    /// The value as it stands in a document.
    public var json: JSON { rawValue.json }
}

extension InputValue where Self: RawRepresentable, RawValue: InputValue {
    /// What is expected of a client.
    public static var typeName: String { RawValue.typeName }
    /// The value that a client sent, or `nil` when it is of another type.
    public init?(json: JSON) {
        guard let raw = RawValue(json: json) else { return nil }
        self.init(rawValue: raw)
    }
}

extension URL: OutputValue {
    /// The value as it stands in a document.
    public var json: JSON { .string(absoluteString) }
}

extension Date: OutputValue {
    /// The value as it stands in a document.
    public var json: JSON { .string(formatted(.iso8601)) }
}
