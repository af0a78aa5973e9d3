extension JSON {
    /// The text of a string; `nil` for other values.
    public var stringValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number, if it is an integer of at most 64 bits.
    public var intValue: Int64? {
        switch self {
        case .int(let number): number
        case .double(let number): Int64(exactly: number)
        default: nil
        }
    }

    /// The number; `nil` for other values.
    public var doubleValue: Double? {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    /// The Boolean; `nil` for other values.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The elements of an array; `nil` for other values.
    public var arrayValue: [JSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members of an object; `nil` for other values.
    public var objectValue: JSONObject? {
        if case .object(let members) = self { members } else { nil }
    }

    /// Returns the member with this name; `nil` if it is missing or this is not an object.
    public subscript(name: String) -> JSON? { objectValue?[name] }

    /// Returns the element at this index; `nil` if it is missing or this is not an array.
    public subscript(index: Int) -> JSON? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}
