extension JSON {
    /// The approximate memory of the value in bytes. O(size).
    package var footprint: Int {
        switch self {
        case .null, .bool, .int, .double: Self.size
        case .string(let text): Self.size + text.utf8.count
        case .array(let elements): elements.reduce(Self.size) { $0 + $1.footprint }
        case .object(let members):
            members.reduce(Self.size) { $0 + Self.size + $1.name.utf8.count + $1.value.footprint }
        }
    }

    /// The memory of a value besides its content, in bytes.
    private static let size = 32
}
