extension JSON: Hashable {
    /// Whether two values have the same meaning. O(n).
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

    /// Hashes the meaning: equal values have equal hashes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(contentHash)
    }
}

extension JSONObject: Equatable {
    /// Whether the same names have the same values, in any order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.allSatisfy { right[$0.name] == $0.value }
    }
}
