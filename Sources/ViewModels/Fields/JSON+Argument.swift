import JSON

extension JSON {
    /// The values that an argument of this description may have, if they are told.
    var choices: [JSON]? { self["choices"]?.arrayValue?.compactMap { $0["value"] } }

    /// What a value of this description has to be, for a sentence: `of type text`, or `one of small, large`.
    var expectation: String {
        guard let choices else { return "of type \(self["type"]?.stringValue ?? "any")" }
        return "one of " + choices.map { $0.stringValue ?? $0.text }.joined(separator: ", ")
    }

    /// Whether a value is what this description of an argument asks for.
    func describes(_ value: JSON) -> Bool {
        if let choices { return choices.contains(value) }
        return switch self["type"]?.stringValue {
        case String.typeName: String(json: value) != nil
        case Int.typeName: Int(json: value) != nil
        case Double.typeName: Double(json: value) != nil
        case Bool.typeName: Bool(json: value) != nil
        default: true
        }
    }
}
