/// One operation of a JSON Patch (RFC 6902 section 4); paths are JSON Pointers.
public enum JSONPatchOperation: Sendable, Equatable {
    /// Adds a member, or inserts an element into an array. An existing member is replaced.
    case add(path: String, value: JSON)
    /// Removes a member or an element.
    case remove(path: String)
    /// Replaces an existing value.
    case replace(path: String, value: JSON)
    /// Removes a value, and adds it at another path.
    case move(from: String, path: String)
    /// Adds a copy of a value at another path.
    case copy(from: String, path: String)
    /// Fails the whole patch unless the value at the path equals this one.
    case test(path: String, value: JSON)
}

extension JSONPatchOperation {
    /// Reads an operation. Unknown members are ignored.
    init(_ json: JSON, number: Int) throws(JSONPatchError) {
        guard case .object(let members) = json else {
            throw .malformed(operation: number, message: "an operation must be an object")
        }
        let fields = OperationFields(members: members, number: number)
        switch try fields.text("op") {
        case "add": self = .add(path: try fields.text("path"), value: try fields.value())
        case "remove": self = .remove(path: try fields.text("path"))
        case "replace": self = .replace(path: try fields.text("path"), value: try fields.value())
        case "move": self = .move(from: try fields.text("from"), path: try fields.text("path"))
        case "copy": self = .copy(from: try fields.text("from"), path: try fields.text("path"))
        case "test": self = .test(path: try fields.text("path"), value: try fields.value())
        case let name: throw .malformed(operation: number, message: "unknown operation \"\(name)\"")
        }
    }

    /// The operation as JSON.
    public var json: JSON {
        let parts = parts
        var json: JSONObject = ["op": .string(parts.name)]
        json["from"] = parts.from.map(JSON.string)
        json["path"] = .string(parts.path)
        json["value"] = parts.value
        return .object(json)
    }

    /// Writes the operation as JSON text.
    package func write(to writer: inout JSONWriter) {
        let parts = parts
        writer.beginObject()
        writer.member("op", .string(parts.name))
        if let from = parts.from { writer.member("from", .string(from)) }
        writer.member("path", .string(parts.path))
        if let value = parts.value { writer.member("value", value) }
        writer.endObject()
    }

    private var parts: (name: String, from: String?, path: String, value: JSON?) {
        switch self {
        case .add(let path, let value): ("add", nil, path, value)
        case .remove(let path): ("remove", nil, path, nil)
        case .replace(let path, let value): ("replace", nil, path, value)
        case .move(let from, let path): ("move", from, path, nil)
        case .copy(let from, let path): ("copy", from, path, nil)
        case .test(let path, let value): ("test", nil, path, value)
        }
    }
}

/// The members of an operation, read by name and type.
private struct OperationFields {
    let members: JSONObject
    let number: Int

    func text(_ name: String) throws(JSONPatchError) -> String {
        guard let text = members[name]?.stringValue else {
            throw .malformed(operation: number, message: "\"\(name)\" must be a string")
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
