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
}
