import JSON

extension Shape {
    /// The shape as a type of TypeScript.
    package var typeScript: String {
        switch self {
        case .any: "JSONValue"
        case .null: "null"
        case .boolean: "boolean"
        case .integer, .number: "number"
        case .text: "string"
        case .choice(let values): values.isEmpty ? "never" : values.map(\.text).joined(separator: " | ")
        case .array(let element): "Array<\(element.typeScript)>"
        case .map(let value): "Record<string, \(value.typeScript)>"
        case .object(let object): object.typeScript
        case .derived(let derived): derived.whole.typeScript
        case .all(let shapes): shapes.map(\.typeScript).withoutRepeats.joined(separator: " & ")
        case .union(let shapes): shapes.map(\.typeScript).withoutRepeats.joined(separator: " | ")
        case .named(let name): name
        }
    }
}

extension ObjectShape {
    fileprivate var typeScript: String {
        guard !members.isEmpty else { return isOpen ? "Record<string, JSONValue>" : "Record<string, never>" }
        let lines = members.map { member in
            "  \(JSON.string(member.name).text)\(member.isRequired ? "" : "?"): \(member.shape.typeScript);"
        }
        return "{\n\(lines.joined(separator: "\n"))\n}" + (isOpen ? " & Record<string, JSONValue | undefined>" : "")
    }
}

extension [String] {
    /// The texts without those that stood before.
    fileprivate var withoutRepeats: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
