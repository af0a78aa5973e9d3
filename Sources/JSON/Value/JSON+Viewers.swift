extension JSON {
    /// The value in the form for viewers: integers beyond ±2^53, which some JSON parsers round, are strings (protocol,
    /// section 2). O(size); copies nothing when there are none.
    package var forViewers: JSON {
        guard hasLargeIntegers else { return self }
        return switch self {
        case .int(let number): .string(String(number))
        case .array(let elements): .array(elements.map(\.forViewers))
        case .object(let members): .object(members.forViewers)
        default: self
        }
    }

    fileprivate var hasLargeIntegers: Bool {
        switch self {
        case .int(let number): number.magnitude > 1 << 53
        case .array(let elements): elements.contains(where: \.hasLargeIntegers)
        case .object(let members): members.contains { $0.value.hasLargeIntegers }
        default: false
        }
    }
}

extension JSONObject {
    /// The members in the form for viewers; see ``JSON/forViewers``.
    package var forViewers: JSONObject {
        contains { $0.value.hasLargeIntegers } ? JSONObject(map { ($0.name, $0.value.forViewers) }) : self
    }
}
