import JSON

/// Checks values against the part of JSON Schema that descriptions use. An unknown keyword is a fault, so that no rule
/// is passed over.
struct SchemaCheck {
    private let root: JSON
    private static let silent: Set<String> = ["description", "format"]

    /// Creates a check for the schemas of an OpenAPI document.
    init(_ root: JSON) { self.root = root }

    /// Returns the faults of a value, each with its place.
    func faults(of value: JSON, by schema: JSON, at place: String = "") -> [String] {
        guard let members = schema.objectValue else { return ["\(place): \(schema.text) is no schema"] }
        return members.flatMap { name, rule in
            Self.silent.contains(name) ? [] : faults(of: value, by: name, rule, in: schema, at: place)
        }
    }

    private func faults(of value: JSON, by name: String, _ rule: JSON, in schema: JSON, at place: String) -> [String] {
        func fault(unless holds: Bool) -> [String] {
            holds ? [] : ["\(place): \(value.text.prefix(200)) breaks \(name) \(rule.text.prefix(200))"]
        }
        switch name {
        case "$ref": return resolved(rule).map { faults(of: value, by: $0, at: place) } ?? ["\(place): no \(rule.text)"]
        case "type":
            return fault(unless: (rule.arrayValue ?? [rule]).contains { Self.isType(value, $0.stringValue ?? "") })
        case "enum": return fault(unless: rule.arrayValue?.contains(value) ?? false)
        case "const": return fault(unless: value == rule)
        case "anyOf":
            let all = (rule.arrayValue ?? []).map { faults(of: value, by: $0, at: place) }
            return all.contains([]) ? [] : all.min { $0.count < $1.count } ?? []
        case "allOf": return (rule.arrayValue ?? []).flatMap { faults(of: value, by: $0, at: place) }
        case "not": return fault(unless: !faults(of: value, by: rule, at: place).isEmpty)
        case "propertyNames":
            return (value.objectValue?.names ?? []).flatMap { faults(of: .string($0), by: rule, at: "\(place)/\($0)") }
        case "unevaluatedProperties":
            let known = whole(schema).properties
            return (value.objectValue?.names ?? []).filter { known[$0] == nil }.map {
                "\(place): \($0) is not described"
            }
        case "minimum": return fault(unless: (value.doubleValue ?? 0) >= (rule.doubleValue ?? 0))
        case "maximum": return fault(unless: (value.doubleValue ?? 0) <= (rule.doubleValue ?? 0))
        case "maxLength":
            return fault(unless: (value.stringValue?.unicodeScalars.count ?? 0) <= Int(rule.intValue ?? 0))
        case "maxProperties": return fault(unless: (value.objectValue?.count ?? 0) <= Int(rule.intValue ?? 0))
        case "pattern":
            return fault(unless: value.stringValue.map { Self.matches($0, rule.stringValue ?? "") } ?? true)
        case "required":
            let missing = (rule.arrayValue ?? []).filter { value.objectValue?[$0.stringValue ?? ""] == nil }
            return fault(unless: value.objectValue == nil || missing.isEmpty)
        case "items":
            return (value.arrayValue ?? []).enumerated().flatMap { faults(of: $1, by: rule, at: "\(place)/\($0)") }
        case "properties":
            return (rule.objectValue ?? [:]).flatMap { name, schema in
                value[name].map { faults(of: $0, by: schema, at: "\(place)/\(name)") } ?? []
            }
        case "patternProperties", "additionalProperties":
            return name == "additionalProperties" ? others(value, rule, schema, place) : patterned(value, rule, place)
        default: return ["\(place): the test does not know \(name)"]
        }
    }

    private func patterned(_ value: JSON, _ rule: JSON, _ place: String) -> [String] {
        (rule.objectValue ?? [:]).flatMap { pattern, schema in
            (value.objectValue ?? [:]).filter { Self.matches($0.name, pattern) }.flatMap {
                faults(of: $0.value, by: schema, at: "\(place)/\($0.name)")
            }
        }
    }

    private func others(_ value: JSON, _ rule: JSON, _ schema: JSON, _ place: String) -> [String] {
        let patterns = schema["patternProperties"]?.objectValue?.names ?? []
        return (value.objectValue ?? [:]).flatMap { name, inner -> [String] in
            let isKnown = schema["properties"]?[name] != nil || patterns.contains { Self.matches(name, $0) }
            if isKnown { return [] }
            return rule == false ? ["\(place): \(name) is not described"] : faults(of: inner, by: rule, at: place)
        }
    }

    /// Returns the members of an object, with those of the objects that it refers to, and which of them are required.
    func whole(_ schema: JSON) -> (properties: JSONObject, required: [String]) {
        let schema = schema["$ref"].flatMap(resolved) ?? schema
        var (properties, required) = (JSONObject(), [String]())
        for part in schema["allOf"]?.arrayValue ?? [] {
            let part = whole(part)
            for (name, shape) in part.properties { properties[name] = shape }
            required += part.required
        }
        for (name, shape) in schema["properties"]?.objectValue ?? [:] { properties[name] = shape }
        return (properties, required + (schema["required"]?.arrayValue ?? []).compactMap(\.stringValue))
    }

    /// Returns what a local reference points to.
    func resolved(_ reference: JSON) -> JSON? {
        (reference.stringValue ?? "").split(separator: "/").dropFirst().reduce(root) { $0?[String($1)] }
    }

    /// Returns what a value refers to, or the value itself.
    func followed(_ value: JSON) -> JSON { value["$ref"].flatMap(resolved) ?? value }

    private static func isType(_ value: JSON, _ type: String) -> Bool {
        switch type {
        case "null": value == .null
        case "boolean": value.boolValue != nil
        case "integer": value.intValue != nil
        case "number": value.doubleValue != nil
        case "string": value.stringValue != nil
        case "array": value.arrayValue != nil
        case "object": value.objectValue != nil
        default: false
        }
    }

    private static func matches(_ text: String, _ pattern: String) -> Bool {
        // Swift writes the escape of a NUL in another way.
        guard let regex = try? Regex(pattern.replacing("\\u0000", with: "\\u{0}")) else { return false }
        return text.contains(regex)
    }
}
