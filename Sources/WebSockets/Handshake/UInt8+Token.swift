extension UInt8 {
    /// Whether the byte is valid in a token, such as the name of a header or an extension (RFC 9110 section 5.6.2).
    package var isTokenByte: Bool { isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains(self) }

    /// Whether the byte is a character of Base64, padding excluded (RFC 4648 section 4).
    var isBase64Byte: Bool { isAlphanumeric || self == UInt8(ascii: "+") || self == UInt8(ascii: "/") }

    private var isAlphanumeric: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
