/// Base32 (RFC 4648 section 6), without padding.
package enum Base32 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// Encodes `bytes`. O(n).
    package static func encode(_ bytes: [UInt8]) -> String {
        var (text, buffer, bits): ([UInt8], UInt32, UInt32) = ([], 0, 0)
        for byte in bytes {
            buffer = (buffer << 8 | UInt32(byte)) & 0xFFFF
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(digits[Int(buffer >> bits & 31)])
            }
        }
        if bits > 0 { text.append(digits[Int(buffer << (5 - bits) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes a text of ``encode(_:)``; `nil` for any other text. O(n).
    package static func decode(_ text: String) -> [UInt8]? {
        var (bytes, buffer, bits): ([UInt8], UInt32, UInt32) = ([], 0, 0)
        for letter in text.utf8 {
            guard let digit = digits.firstIndex(of: letter) else { return nil }
            buffer = (buffer << 5 | UInt32(digit)) & 0xFFFF
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
            }
        }
        return encode(bytes) == text ? bytes : nil
    }
}
