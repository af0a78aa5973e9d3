import Glibc

/// A member's name as a key, compared by its bytes.
struct MemberName: Hashable {
    private let name: String

    init(_ name: String) {
        self.name = name
    }

    static func == (left: MemberName, right: MemberName) -> Bool { left.name.hasSameBytes(as: right.name) }

    func hash(into hasher: inout Hasher) {
        name.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension String {
    /// Whether two strings have the same code points.
    func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return withBytes { bytes in
            other.withBytes { other in
                guard let start = bytes.baseAddress, let otherStart = other.baseAddress else { return true }
                return memcmp(start, otherStart, bytes.count) == 0
            }
        }
    }

    /// Calls `body` with the UTF-8 of the string, which is contiguous in nearly every string.
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        if let result = try utf8.withContiguousStorageIfAvailable(body) { return result }
        var text = self
        return try text.withUTF8(body)
    }
}
