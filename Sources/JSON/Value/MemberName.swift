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

extension String {
    /// Whether two strings are the same code points.
    func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
