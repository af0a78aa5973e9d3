/// The hash that names a state: 11 characters of base64url (RFC 4648 section 5, without padding) for 64 bits, high bits
/// first.
public struct Digest: Hashable, Sendable {
    private let bits: UInt64

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Creates the digest of a state with this content hash.
    package init(_ hash: UInt64) {
        bits = hash
    }

    /// Reads a digest; `nil` if the text is invalid.
    public init?(_ text: String) {
        guard text.utf8.count == 11 else { return nil }
        var bits: UInt64 = 0
        for (place, byte) in text.utf8.enumerated() {
            guard let value = Self.alphabet.firstIndex(of: byte) else { return nil }
            guard place == 10 else {
                bits = bits << 6 | UInt64(value)
                continue
            }
            guard value & 3 == 0 else { return nil }
            bits = bits << 4 | UInt64(value >> 2)
        }
        self.bits = bits
    }

    /// The 11 characters.
    public var text: String {
        var text = (0..<10).map { Self.alphabet[Int(bits >> (58 - 6 * UInt64($0)) & 63)] }
        text.append(Self.alphabet[Int(bits << 2 & 63)])
        return String(decoding: text, as: UTF8.self)
    }
}

extension Digest: CustomStringConvertible {
    /// The 11 characters.
    public var description: String { text }
}
