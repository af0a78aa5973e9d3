/// A JSON value (RFC 8259), compared by meaning: `1` equals `1.0`, the order of members does not matter, and strings are
/// equal when their code points are (not by canonical equivalence, as Swift's strings are).
///
///     let json: JSON = ["name": "AC/DC", "albums": 2]
///     json["albums"]?.intValue   // 2
public enum JSON: Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case string(String)
    case array([JSON])
    case object(JSONObject)
}

extension JSON {
    /// The text of a string.
    public var stringValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number, if it is a whole one that fits.
    public var intValue: Int64? {
        switch self {
        case .int(let number): number
        case .double(let number): Int64(exactly: number)
        default: nil
        }
    }

    /// The number, if it is one.
    public var doubleValue: Double? {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    /// The truth value, if it is one.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The elements of an array.
    public var arrayValue: [JSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members of an object.
    public var objectValue: JSONObject? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The member of this name, if this is an object that has it.
    public subscript(name: String) -> JSON? { objectValue?[name] }

    /// The element at this index, if this is an array that has it.
    public subscript(index: Int) -> JSON? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

extension JSON: Hashable {
    /// Whether two values mean the same. O(n).
    public static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.int(let left), .int(let right)): left == right
        case (.double(let left), .double(let right)): left == right
        case (.int(let left), .double(let right)), (.double(let right), .int(let left)): Int64(exactly: right) == left
        case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Hashes the content: equal values have equal hashes, whatever the order of their members.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(contentHash)
    }
}

extension String {
    /// Whether two strings are the same code points.
    func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
