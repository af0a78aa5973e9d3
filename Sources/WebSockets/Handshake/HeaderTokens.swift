/// The elements of a comma-separated header (RFC 9110, section 5.6.1), without empty elements and surrounding white
/// space.
struct HeaderTokens {
    let tokens: [Substring]

    /// Splits `field`; a missing header has no elements.
    init(_ field: String?) {
        tokens = (field ?? "").split(separator: ",").map(Self.trim).filter { !$0.isEmpty }
    }

    /// Whether `token`, given in lower case, is an element. ASCII letters are compared without case.
    func contains(lowercase token: String) -> Bool {
        tokens.contains { $0.utf8.lazy.map(Self.lowercase).elementsEqual(token.utf8) }
    }

    /// Returns `text` without the spaces and tabs around it.
    static func trim(_ text: Substring) -> Substring {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        let start = text.utf8.firstIndex { !isSpace($0) } ?? text.endIndex
        let end = text.utf8.lastIndex { !isSpace($0) }.map { text.utf8.index(after: $0) } ?? start
        return text[start..<end]
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
