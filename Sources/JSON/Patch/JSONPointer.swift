/// A JSON Pointer (RFC 6901).
public struct JSONPointer: Sendable {
    /// The names and indexes on the path, unescaped; empty for the whole document.
    public let tokens: [String]

    /// Creates a pointer from its tokens.
    public init(tokens: [String]) {
        self.tokens = tokens
    }

    /// Reads a pointer such as `/rows/0`. Returns `nil` if it is neither empty nor starts with a slash, or if a `~` is
    /// no escape.
    public init?(_ text: String) {
        guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else { return nil }
        var tokens: [String] = []
        for part in text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst() {
            guard let token = Self.unescape(part) else { return nil }
            tokens.append(token)
        }
        self.tokens = tokens
    }

    /// Returns a name as a token: `~` becomes `~0`, `/` becomes `~1`.
    public static func escaped(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return name }
        var escaped: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "~"): escaped += Array("~0".utf8)
            case UInt8(ascii: "/"): escaped += Array("~1".utf8)
            default: escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    private static func unescape(_ part: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = part[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "~") else {
                bytes.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
            case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
            default: return nil
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONPointer: CustomStringConvertible {
    /// The pointer as text.
    public var description: String { tokens.map { "/" + Self.escaped($0) }.joined() }
}
