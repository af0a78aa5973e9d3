import FoundationEssentials
import JSON

/// A value that an output can hold: it has one representation in a document.
///
/// Conforming types are strings, Booleans, numbers, times (RFC 3339, UTC), URLs, UUIDs, decimal numbers, JSON,
/// enumerations with such raw values, and arrays, dictionaries and optionals of them. Your own type conforms with one
/// property:
///
///     extension Money: OutputValue { public var json: JSON { .string("\(amount) \(currency)") } }
public protocol OutputValue: Equatable {
    /// The value in a document.
    var json: JSON { get }
}

/// A value that an input can hold: an output value that can be read back.
public protocol InputValue: OutputValue {
    /// The expected type, as an argument's `type` in a document, such as `text` or `integer`.
    static var typeName: String { get }
    /// The values that a client may send, as a document describes an argument. It has the member `type`; `choices` with
    /// the values of an enumeration that is `CaseIterable` (other enumerations have the type only); and `nullable` for
    /// an optional.
    static var argument: JSONObject { get }
    /// Creates the value that a client sent; `nil` when it has another type.
    init?(json: JSON)
}

extension InputValue {
    /// The type only.
    public static var argument: JSONObject { ["type": .string(typeName)] }
}

extension InputValue where Self: CaseIterable {
    /// The type and every case: its value, and its description as the title.
    public static var argument: JSONObject {
        let choices = allCases.map { JSON.object(["value": $0.json, "title": .string("\($0)")]) }
        return ["type": .string(typeName), "choices": .array(choices)]
    }
}

extension String: InputValue {
    /// The type in an argument's description.
    public static var typeName: String { "text" }
    /// The value in a document.
    public var json: JSON { .string(self) }
    /// Creates the value that a client sent; `nil` when it has another type.
    public init?(json: JSON) {
        guard let text = json.stringValue else { return nil }
        self = text
    }
}

extension Bool: InputValue {
    /// The type in an argument's description.
    public static var typeName: String { "boolean" }
    /// The value in a document.
    public var json: JSON { .bool(self) }
    /// Creates the value that a client sent; `nil` when it has another type.
    public init?(json: JSON) {
        guard let value = json.boolValue else { return nil }
        self = value
    }
}

extension Int64: InputValue {
    /// The type in an argument's description. Integers beyond ±2^53 may come as strings, as documents show them.
    public static var typeName: String { "integer" }
    /// The value in a document.
    public var json: JSON { .int(self) }
    /// Creates the value that a client sent; `nil` when it has another type.
    public init?(json: JSON) {
        guard let value = json.intValue ?? json.largeInteger else { return nil }
        self = value
    }
}

extension Int: InputValue {
    /// The type in an argument's description; see `Int64`.
    public static var typeName: String { Int64.typeName }
    /// The value in a document.
    public var json: JSON { .int(Int64(self)) }
    /// Creates the value that a client sent; `nil` when it has another type.
    public init?(json: JSON) {
        guard let value = Int64(json: json) else { return nil }
        self.init(value)
    }
}

extension Double: InputValue {
    /// The type in an argument's description.
    public static var typeName: String { "number" }
    /// The value in a document. NaN and the infinities have no form in JSON and are `null`.
    public var json: JSON { isFinite ? .double(self) : .null }
    /// Creates the value that a client sent; `nil` when it has another type.
    public init?(json: JSON) {
        guard let value = json.doubleValue else { return nil }
        self = value
    }
}

extension JSON: InputValue {
    /// The type in an argument's description.
    public static var typeName: String { "any" }
    /// The value in a document.
    public var json: JSON { self }
    /// Creates the value that a client sent; `nil` when it has another type.
    public init?(json: JSON) { self = json }
}

extension JSONObject: OutputValue {
    /// The value in a document.
    public var json: JSON { .object(self) }
}

extension Optional: OutputValue where Wrapped: OutputValue {
    /// The value in a document.
    public var json: JSON { self?.json ?? .null }
}

extension Optional: InputValue where Wrapped: InputValue {
    /// The type in an argument's description.
    public static var typeName: String { Wrapped.typeName }
    /// The description of the wrapped type, with `nullable`.
    public static var argument: JSONObject {
        var argument = Wrapped.argument
        argument["nullable"] = true
        return argument
    }
    /// Creates the value that a client sent; `nil` when it has another type.
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
    /// The value in a document.
    public var json: JSON { .array(map(\.json)) }
}

extension Dictionary: OutputValue where Key == String, Value: OutputValue {
    /// The members, sorted by name.
    public var json: JSON { .object(JSONObject(sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })) }
}

extension OutputValue where Self: RawRepresentable, RawValue: OutputValue {
    /// The value in a document.
    public var json: JSON { rawValue.json }
}

extension InputValue where Self: RawRepresentable, RawValue: InputValue {
    /// The type in an argument's description.
    public static var typeName: String { RawValue.typeName }
    /// Creates the value that a client sent; `nil` when it has another type.
    public init?(json: JSON) {
        guard let raw = RawValue(json: json) else { return nil }
        self.init(rawValue: raw)
    }
}

extension URL: OutputValue {
    /// The value in a document.
    public var json: JSON { .string(absoluteString) }
}
