import JSON

extension JSON {
    /// The allowed values, if the description lists them.
    var choices: [JSON]? { self["choices"]?.arrayValue?.compactMap { $0["value"] } }

    /// The expected value, for a sentence: `of type text`, or `one of small, large`.
    var expectation: String {
        if self["type"] == "date" { return "a date, such as 2026-11-21, or empty" }
        if self["type"] == "datetime" { return "a time, such as 2026-11-21T09:30:00Z" }
        guard let choices else { return "of type \(self["type"]?.stringValue ?? "any")" }
        return "one of " + choices.map { $0.stringValue ?? $0.text }.joined(separator: ", ")
    }

    /// Returns the message for a value that the input rejects, although its type may be right.
    func fault(in value: JSON) -> String {
        describes(value) ? "is not one of the choices" : "must be \(expectation)"
    }

    /// The integer in a string of digits, if its magnitude is 2^53 or more: larger integers are sent as strings.
    var largeInteger: Int64? {
        stringValue.flatMap { text in
            Int64(text).flatMap { $0.magnitude >= 1 << 53 && String($0) == text ? $0 : nil }
        }
    }

    /// Returns whether a value matches this description of an argument.
    func describes(_ value: JSON) -> Bool {
        if let choices {
            return choices.contains(value) || value.largeInteger.map { choices.contains(.int($0)) } ?? false
        }
        return switch self["type"]?.stringValue {
        case String.typeName: String(json: value) != nil
        case "date": String(json: value).map { Rule.date.fault(of: $0) == nil } ?? false
        case Int.typeName: Int(json: value) != nil
        case Double.typeName: Double(json: value) != nil
        case Bool.typeName: Bool(json: value) != nil
        default: true
        }
    }
}
