/// A JSON value (RFC 8259), compared by meaning. `1` equals `1.0`, the order of members does not matter, and strings
/// are equal when their code points are (Swift's strings compare by canonical equivalence).
///
///     let json: JSON = ["name": "AC/DC", "albums": 2]
///     json["albums"]?.intValue   // 2
public enum JSON: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case int(Int64)
    /// A number with a fraction or an exponent.
    case double(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSON])
    /// An object.
    case object(JSONObject)
}

/// The members of a JSON object in insertion order; names are compared code point by code point.
///
/// Reading, setting and removing a member is O(n) for a few members and O(1), amortised, for many.
public struct JSONObject: Sendable {
    /// In order; a removed member has no name until the array is compacted.
    private var members: [(name: String?, value: JSON)] = []
    private var places: [MemberName: Int]?

    /// The number of members.
    public private(set) var count = 0

    /// The largest number of members that are found by a linear search instead of a hash.
    private static let indexThreshold = 12

    /// Creates an object without members.
    public init() {}

    /// Creates an object with these members; the last of duplicate names wins, at the position of the first.
    public init(_ members: some Sequence<(String, JSON)>) {
        for (name, value) in members { self[name] = value }
    }

    /// Whether there are no members.
    public var isEmpty: Bool { count == 0 }

    /// The names in order.
    public var names: [String] { members.compactMap(\.name) }

    /// The value of a member, or `nil`. Setting `nil` removes the member.
    public subscript(name: String) -> JSON? {
        get { place(of: name).map { members[$0].value } }
        set {
            switch (place(of: name), newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil): remove(name, at: place)
            case (nil, let value?): append(name, value)
            case (nil, nil): break
            }
        }
    }

    /// Changes a member in place, without a copy.
    ///
    /// - Returns: The result of `body`; `nil` when there is no such member.
    mutating func update<Result, Failure>(
        _ name: String, _ body: (inout JSON) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard let place = place(of: name) else { return nil }
        return try body(&members[place].value)
    }

    private func place(of name: String) -> Int? {
        if let places { return places[MemberName(name)] }
        return members.firstIndex { $0.name?.hasSameBytes(as: name) == true }
    }

    private mutating func append(_ name: String, _ value: JSON) {
        members.append((name, value))
        count += 1
        if places != nil {
            places?[MemberName(name)] = members.count - 1
        } else if count > Self.indexThreshold {
            buildIndex()
        }
    }

    private mutating func remove(_ name: String, at place: Int) {
        members[place] = (nil, .null)
        count -= 1
        places?[MemberName(name)] = nil
        guard count <= members.count / 2 || places == nil else { return }
        members.removeAll { $0.name == nil }
        buildIndex()
    }

    private mutating func buildIndex() {
        guard members.count > Self.indexThreshold else { return places = nil }
        var places = [MemberName: Int](minimumCapacity: members.count)
        for (place, member) in members.enumerated() {
            if let name = member.name { places[MemberName(name)] = place }
        }
        self.places = places
    }
}

extension JSONObject {
    /// Calls `body` with each member in order, without copying names or values.
    @inline(__always) func forEachMember(_ body: (_ name: String, _ value: JSON) -> Void) {
        for place in members.indices {
            if let name = members[place].name { body(name, members[place].value) }
        }
    }

    /// The positions of the members, including some removed ones.
    var storedPlaces: Range<Int> { members.indices }

    /// Returns the member at a position; `nil` if it was removed.
    func member(at place: Int) -> (name: String, value: JSON)? {
        members[place].name.map { ($0, members[place].value) }
    }

    /// Whether another object has the same member at the same position. `false` for members that are objects, which are
    /// not compared.
    func hasSameMember(at place: Int, as other: JSONObject) -> Bool {
        guard place < other.members.count, let name = members[place].name,
            other.members[place].name?.hasSameBytes(as: name) == true
        else { return false }
        if case .object = members[place].value { return false }
        return members[place].value == other.members[place].value
    }
}

extension JSONObject: Sequence {
    /// The members in order.
    public func makeIterator() -> some IteratorProtocol<(name: String, value: JSON)> {
        members.lazy.compactMap { member in member.name.map { (name: $0, value: member.value) } }.makeIterator()
    }
}
