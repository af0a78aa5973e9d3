/// The members of a JSON object in the order in which they came; names are compared code point by code point.
///
/// Reading a member is O(n) for a few members and O(1) for many; removing one is O(n).
public struct JSONObject: Sendable {
    private var members: [(name: String, value: JSON)] = []
    private var places: [MemberName: Int]?

    /// From how many members on they are found by hash.
    private static let indexThreshold = 12

    /// No members.
    public init() {}

    /// These members; of equal names the last wins, at the place of the first.
    public init(_ members: some Sequence<(String, JSON)>) {
        for (name, value) in members { self[name] = value }
    }

    /// The number of members.
    public var count: Int { members.count }

    /// Whether there are none.
    public var isEmpty: Bool { members.isEmpty }

    /// The names in order.
    public var names: [String] { members.map(\.name) }

    /// The value of a member; setting `nil` removes it.
    public subscript(name: String) -> JSON? {
        get { place(of: name).map { members[$0].value } }
        set {
            switch (place(of: name), newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil): remove(at: place)
            case (nil, let value?): append(name, value)
            case (nil, nil): break
            }
        }
    }

    /// Changes a member in place, without a copy.
    ///
    /// - Returns: What `body` returns, or `nil` when there is no such member.
    mutating func update<Result, Failure>(
        _ name: String, _ body: (inout JSON) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard let place = place(of: name) else { return nil }
        return try body(&members[place].value)
    }

    private func place(of name: String) -> Int? {
        if let places { return places[MemberName(name)] }
        return members.firstIndex { $0.name.hasSameBytes(as: name) }
    }

    private mutating func append(_ name: String, _ value: JSON) {
        members.append((name, value))
        if places != nil {
            places?[MemberName(name)] = members.count - 1
        } else if members.count > Self.indexThreshold {
            buildIndex()
        }
    }

    private mutating func remove(at place: Int) {
        members.remove(at: place)
        if places != nil { buildIndex() }
    }

    private mutating func buildIndex() {
        guard members.count > Self.indexThreshold else { return places = nil }
        var places = [MemberName: Int](minimumCapacity: members.count)
        for (place, member) in members.enumerated() { places[MemberName(member.name)] = place }
        self.places = places
    }
}

extension JSONObject: Sequence {
    /// The members in order.
    public func makeIterator() -> some IteratorProtocol<(name: String, value: JSON)> { members.makeIterator() }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// These members; of equal names the last wins.
    public init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }
}

extension JSONObject: Equatable {
    /// Whether the same names have the same values, in whatever order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.members.allSatisfy { right[$0.name] == $0.value }
    }
}

/// A member's name as a key, compared by its bytes.
struct MemberName: Hashable {
    private let name: String

    init(_ name: String) {
        self.name = name
    }

    static func == (left: MemberName, right: MemberName) -> Bool { left.name.hasSameBytes(as: right.name) }

    func hash(into hasher: inout Hasher) {
        var name = name
        name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
