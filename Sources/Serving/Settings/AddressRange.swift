import Glibc

/// A network of IP addresses, such as `10.0.0.0/8` or `2001:db8::/32` (RFC 4632, RFC 4291 section 2.3), or a single
/// address.
struct AddressRange: Sendable, Equatable {
    private let bytes: [UInt8]  // as IPv6; an IPv4 address is mapped (RFC 4291 section 2.5.5.2)
    private let prefix: Int  // the number of bits that must match

    /// Parses an address, optionally followed by a slash and the number of bits that count; `nil` for anything else.
    init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let bytes = Self.bytes(of: String(parts[0])) else { return nil }
        let width = parts[0].contains(":") ? 128 : 32
        var prefix = width
        if parts.count == 2 {
            guard parts[1].allSatisfy({ ("0"..."9").contains($0) }), let bits = Int(parts[1]), bits <= width else {
                return nil
            }
            prefix = bits
        }
        self.bytes = bytes
        self.prefix = 128 - width + prefix
    }

    /// Whether an address, as text, is in the network.
    func contains(_ address: String) -> Bool {
        guard let other = Self.bytes(of: address), Self.isIPv4(other) == Self.isIPv4(bytes) else { return false }
        let (whole, rest) = (prefix / 8, prefix % 8)
        guard bytes[..<whole] == other[..<whole] else { return false }
        return rest == 0 || (bytes[whole] ^ other[whole]) >> (8 - rest) == 0
    }

    private static func isIPv4(_ bytes: [UInt8]) -> Bool { bytes.starts(with: mapping) }

    private static let mapping = [UInt8](repeating: 0, count: 10) + [255, 255]

    private static func bytes(of text: String) -> [UInt8]? {
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &four) == 1 {
            return mapping + withUnsafeBytes(of: &four, Array.init)
        }
        // The text after a percent sign is the interface of a link-local address.
        guard inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &six) == 1 else { return nil }
        return withUnsafeBytes(of: &six, Array.init)
    }
}
