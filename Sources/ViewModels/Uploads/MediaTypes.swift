/// The media types that a slot accepts, each as `application/pdf` or `image/*`.
///
///     AttachmentSlot(in: files, types: ["application/pdf", "image/*"])
public struct MediaTypes: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// Every type.
    public static let any: MediaTypes = ["*/*"]

    /// The types and ranges, in lower case.
    public let names: [String]

    /// Creates a list of types and ranges.
    public init(_ names: [String]) {
        self.names = names.map { $0.lowercased() }
    }

    /// Creates a list of types and ranges.
    public init(arrayLiteral names: String...) {
        self.init(names)
    }

    /// Returns whether a media type without parameters is accepted.
    public func contains(_ type: String) -> Bool {
        let type = type.lowercased()
        return names.contains { $0 == "*/*" || $0 == type || ($0.hasSuffix("/*") && type.hasPrefix($0.dropLast())) }
    }

    /// Returns a media type without its parameters, in lower case; `nil` for a malformed type (RFC 6838, section 4.2),
    /// and for `application/octet-stream`, which says nothing.
    static func essence(of type: String?) -> String? {
        guard let type else { return nil }
        let essence = type.prefix { $0 != ";" && $0 != " " }.lowercased()
        let parts = essence.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy(isName), essence != unknown else { return nil }
        return essence
    }

    /// The type of a file that nobody has named.
    static let unknown = "application/octet-stream"

    private static func isName(_ text: Substring) -> Bool {
        (1...127).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || "!#$&-^_.+".utf8.contains(byte)
            }
    }
}
