/// One operation of a JSON Patch (RFC 6902 section 4); places are JSON Pointers.
public enum JSONPatchOperation: Sendable, Equatable {
    case add(path: String, value: JSON)
    case remove(path: String)
    case replace(path: String, value: JSON)
    case move(from: String, path: String)
    case copy(from: String, path: String)
    case test(path: String, value: JSON)
}

extension JSONPatchOperation {
    /// Reads an operation. Members that it does not need are ignored.
    init(_ json: JSON, number: Int) throws(JSONPatchError) {
        guard case .object(let members) = json else {
            throw .malformed(operation: number, message: "an operation is an object")
        }
        let fields = OperationFields(members: members, number: number)
        switch try fields.text("op") {
        case "add": self = .add(path: try fields.text("path"), value: try fields.value())
        case "remove": self = .remove(path: try fields.text("path"))
        case "replace": self = .replace(path: try fields.text("path"), value: try fields.value())
        case "move": self = .move(from: try fields.text("from"), path: try fields.text("path"))
        case "copy": self = .copy(from: try fields.text("from"), path: try fields.text("path"))
        case "test": self = .test(path: try fields.text("path"), value: try fields.value())
        case let name: throw .malformed(operation: number, message: "there is no operation \"\(name)\"")
        }
    }

    /// The operation as JSON.
    public var json: JSON {
        switch self {
        case .add(let path, let value): ["op": "add", "path": .string(path), "value": value]
        case .remove(let path): ["op": "remove", "path": .string(path)]
        case .replace(let path, let value): ["op": "replace", "path": .string(path), "value": value]
        case .move(let from, let path): ["op": "move", "from": .string(from), "path": .string(path)]
        case .copy(let from, let path): ["op": "copy", "from": .string(from), "path": .string(path)]
        case .test(let path, let value): ["op": "test", "path": .string(path), "value": value]
        }
    }

    /// Writes the operation as JSON text.
    package func write(to writer: inout JSONWriter) {
        writer.value(json)
    }
}

/// The members of an operation, read by name and type.
private struct OperationFields {
    let members: JSONObject
    let number: Int

    func text(_ name: String) throws(JSONPatchError) -> String {
        guard let text = members[name]?.stringValue else {
            throw .malformed(operation: number, message: "\"\(name)\" has to be a string")
        }
        return text
    }

    func value() throws(JSONPatchError) -> JSON {
        guard let value = members["value"] else {
            throw .malformed(operation: number, message: "\"value\" is missing")
        }
        return value
    }
}
