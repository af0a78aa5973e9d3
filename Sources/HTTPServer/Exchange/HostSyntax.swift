extension String {
    /// Whether this is a valid value of a `Host` header (RFC 9110 section 7.2): a name or an address, with an optional
    /// port. An empty value is valid for a target without an authority.
    var isHost: Bool {
        if utf8.first == UInt8(ascii: "[") {
            guard let end = utf8.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let address = utf8[utf8.index(after: utf8.startIndex)..<end]
            return !address.isEmpty && address.allSatisfy { $0.isHexDigit || $0 == UInt8(ascii: ":") || $0 == 0x2E }
                && utf8[utf8.index(after: end)...].isPort
        }
        let name = utf8.prefix { $0 != UInt8(ascii: ":") }
        return name.allSatisfy(\.isOfName) && utf8[name.endIndex...].isPort
    }
}

extension Substring.UTF8View {
    /// Whether this is empty, or a colon and at most five digits.
    fileprivate var isPort: Bool {
        guard let first else { return true }
        return first == UInt8(ascii: ":") && count <= 6 && dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool {
        (0x30...0x39).contains(self) || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
    }

    /// Whether the byte is valid in a host name: a letter, a digit, `-`, `.`, `_`, `~`, a percent sign, or a
    /// sub-delimiter of RFC 3986 section 2.2.
    fileprivate var isOfName: Bool {
        isHexDigit || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
            || "-._~%!$&'()*+,;=".utf8.contains(self)
    }
}
