/// Base64 with padding (RFC 4648, section 4), as far as the handshake needs it.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    /// Encodes `bytes`. Complexity: O(n).
    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            let symbols = [18, 12, 6, 0].map { alphabet[bits >> $0 & 63] }
            text += symbols.prefix(group.count + 1)
            text += repeatElement(padding, count: 3 - group.count)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the number of bytes that `text` encodes, or nil if it is not padded Base64.
    static func decodedCount(_ text: String.UTF8View) -> Int? {
        let symbols = Array(text)
        let padded = symbols.reversed().prefix { $0 == padding }.count
        guard symbols.count.isMultiple(of: 4), padded <= 2 else { return nil }
        guard symbols.dropLast(padded).allSatisfy(alphabet.contains) else { return nil }
        return symbols.count / 4 * 3 - padded
    }
}
