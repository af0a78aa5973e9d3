import JSON

extension Shape {
    /// The shape as JSON Schema, draft 2020-12.
    package var schema: JSONObject {
        switch self {
        case .any: [:]
        case .null: ["type": "null"]
        case .boolean: ["type": "boolean"]
        case .integer(let range): Self.schema(of: range)
        case .number: ["type": "number"]
        case .text(let rule): rule.schema
        case .choice(let values): Self.schema(of: values)
        case .array(let element): ["type": "array", "items": .object(element.schema)]
        case .map(let value): ["type": "object", "additionalProperties": .object(value.schema)]
        case .object(let object): object.schema
        case .derived(let derived): derived.schema
        case .all(let shapes): ["allOf": .array(shapes.map { .object($0.schema) })]
        case .union(let shapes): Self.schema(of: shapes)
        case .named(let name): ["$ref": .string("#/components/schemas/\(name)")]
        }
    }

    private static func schema(of values: [JSON]) -> JSONObject {
        let areTexts = values.allSatisfy { $0.stringValue != nil }
        return areTexts ? ["type": "string", "enum": .array(values)] : ["enum": .array(values)]
    }

    private static func schema(of range: ClosedRange<Int64>) -> JSONObject {
        ["type": "integer", "minimum": .int(range.lowerBound), "maximum": .int(range.upperBound)]
    }

    /// Types without further rules are one schema with several types. So is a type that may be `null`. Tools read that
    /// better than a union.
    private static func schema(of shapes: [Shape]) -> JSONObject {
        if shapes.count == 2, case .named(let name) = shapes[0], case .null = shapes[1], withNull.contains(name) {
            return ["$ref": .string("#/components/schemas/\(name)OrNull")]
        }
        let schemas = shapes.map(\.schema)
        let types = schemas.map { $0["type"]?.stringValue }
        let isPlain = types.allSatisfy { $0 != nil } && schemas.dropFirst().allSatisfy { $0.count == 1 }
        if isPlain, schemas[0].count == 1 || shapes.count == 2 && types[1] == "null", schemas[0]["enum"] == nil {
            var schema = schemas[0]
            schema["type"] = .array(types.compactMap { $0.map(JSON.string) })
            return schema
        }
        return ["anyOf": .array(schemas.map(JSON.object))]
    }

    /// Types that have a name for themselves or `null`, because many columns have it.
    static let withNull = ["SafeInteger", "Int64", "Integer", "Decimal", "Bytes", "File", "AnyInput"]
}

extension TextRule {
    fileprivate var schema: JSONObject {
        var schema: JSONObject = ["type": "string"]
        schema["pattern"] = pattern.map(JSON.string)
        schema["maxLength"] = longest.map { .int(Int64($0)) }
        schema["format"] = format.map(JSON.string)
        schema["not"] = excluded.map { ["pattern": .string($0)] }
        return schema
    }
}

extension ObjectShape {
    fileprivate var schema: JSONObject {
        var schema: JSONObject = ["type": "object"]
        schema["allOf"] = base.map { [["$ref": .string("#/components/schemas/\($0)")]] }
        if !members.isEmpty { schema["properties"] = .object(members.properties) }
        schema["propertyNames"] = names.map { .object($0.schema) }
        if !patterns.isEmpty {
            schema["patternProperties"] = .object(JSONObject(patterns.map { ($0.pattern, .object($0.shape.schema)) }))
        }
        let required = members.filter(\.isRequired)
        if !required.isEmpty { schema["required"] = .array(required.map { .string($0.name) }) }
        if let others {
            schema["additionalProperties"] = .object(others.schema)
        } else if !isOpen {
            schema["additionalProperties"] = false
        }
        return schema
    }
}

extension DerivedShape {
    fileprivate var schema: JSONObject {
        let reference: JSONObject = ["$ref": .string("#/components/schemas/\(base)")]
        guard !members.isEmpty || !required.isEmpty || isClosed else { return reference }
        var schema: JSONObject = ["allOf": [.object(reference)]]
        if !members.isEmpty { schema["properties"] = .object(members.properties) }
        if !required.isEmpty { schema["required"] = .array(required.map(JSON.string)) }
        if isClosed { schema["unevaluatedProperties"] = false }
        return schema
    }
}

extension [Member] {
    fileprivate var properties: JSONObject {
        JSONObject(
            map { member in
                var schema = member.shape.schema
                schema["description"] = member.note.map(JSON.string)
                return (member.name, .object(schema))
            })
    }
}
