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

    /// A plain type that may be `null` is one schema with two types; tools read that better than a union.
    private static func schema(of shapes: [Shape]) -> JSONObject {
        let schemas = shapes.map(\.schema)
        if schemas.count == 2, schemas[1] == ["type": "null"], let type = schemas[0]["type"], type.stringValue != nil,
            schemas[0]["enum"] == nil
        {
            var schema = schemas[0]
            schema["type"] = [type, "null"]
            return schema
        }
        return ["anyOf": .array(schemas.map(JSON.object))]
    }
}

extension TextRule {
    fileprivate var schema: JSONObject {
        var schema: JSONObject = ["type": "string"]
        schema["pattern"] = pattern.map(JSON.string)
        schema["maxLength"] = longest.map { .int(Int64($0)) }
        schema["format"] = format.map(JSON.string)
        return schema
    }
}

extension ObjectShape {
    fileprivate var schema: JSONObject {
        var schema: JSONObject = ["type": "object"]
        if !members.isEmpty {
            schema["properties"] = .object(
                JSONObject(
                    members.map { member in
                        var schema = member.shape.schema
                        schema["description"] = member.note.map(JSON.string)
                        return (member.name, .object(schema))
                    }))
        }
        if !patterns.isEmpty {
            schema["patternProperties"] = .object(JSONObject(patterns.map { ($0.pattern, .object($0.shape.schema)) }))
        }
        let required = members.filter(\.isRequired)
        if !required.isEmpty { schema["required"] = .array(required.map { .string($0.name) }) }
        if !isOpen { schema["additionalProperties"] = false }
        return schema
    }
}
