import JSON

extension JSON {
    /// The values that an argument of this description may have, if they are told.
    var choices: [JSON]? { self["choices"]?.arrayValue?.compactMap { $0["value"] } }

    /// What a value of this description has to be, for a sentence: `of type text`, or `one of small, large`.
    var expectation: String {
        if self["type"] == "date" { return "a date, such as 2026-11-21, or empty" }
        guard let choices else { return "of type \(self["type"]?.stringValue ?? "any")" }
        return "one of " + choices.map { $0.stringValue ?? $0.text }.joined(separator: ", ")
    }

    /// What is wrong with a value that an input of this description does not take, though it may be of the right type.
    func fault(in value: JSON) -> String {
        describes(value) ? "The value is none of those that are allowed." : "The value has to be \(expectation)."
    }

    /// The number that a string of digits stands for, if it is an integer from ±2^53 on, as larger ones travel.
    var largeInteger: Int64? {
        stringValue.flatMap { text in
            Int64(text).flatMap { $0.magnitude >= 1 << 53 && String($0) == text ? $0 : nil }
        }
    }

    /// Whether a value is what this description of an argument asks for.
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
