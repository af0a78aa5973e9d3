import CGnuTLS

/// Base64 with padding (RFC 4648 section 4).
package enum Base64 {
    /// Encodes `bytes`. O(n).
    package static func encode(_ bytes: [UInt8]) -> String {
        var bytes = bytes
        return bytes.withUnsafeMutableBufferPointer { bytes in
            var plain = gnutls_datum_t(data: bytes.baseAddress, size: UInt32(bytes.count))
            var text = gnutls_datum_t()
            let status = gnutls_base64_encode2(&plain, &text)
            precondition(status == 0, "GnuTLS cannot encode \(bytes.count) bytes.")
            defer { cgnutls_free(text.data) }
            return String(decoding: UnsafeBufferPointer(start: text.data, count: Int(text.size)), as: UTF8.self)
        }
    }

    /// Encodes `bytes` as base64url without padding (RFC 7515 section 2). O(n).
    package static func encodeURL(_ bytes: [UInt8]) -> String {
        encode(bytes).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Decodes base64 with padding and without white space; `nil` for any other text. O(n).
    package static func decode(_ text: String) -> [UInt8]? {
        var base64 = Array(text.utf8)
        // GnuTLS skips white space.
        return base64.contains { $0 <= UInt8(ascii: " ") } ? nil : decode(&base64)
    }

    /// Decodes base64url without padding (RFC 7515 section 2); `nil` for any other text. O(n).
    package static func decodeURL(_ text: some StringProtocol) -> [UInt8]? {
        var base64: [UInt8] = []
        base64.reserveCapacity(text.utf8.count + 3)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "-"): base64.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): base64.append(UInt8(ascii: "/"))
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                base64.append(byte)
            default: return nil
            }
        }
        base64 += Array(repeating: UInt8(ascii: "="), count: (4 - base64.count % 4) % 4)
        return decode(&base64)
    }

    private static func decode(_ base64: inout [UInt8]) -> [UInt8]? {
        guard !base64.isEmpty else { return [] }
        return base64.withUnsafeMutableBufferPointer { base64 in
            var text = gnutls_datum_t(data: base64.baseAddress, size: UInt32(base64.count))
            var bytes = gnutls_datum_t()
            guard gnutls_base64_decode2(&text, &bytes) == 0 else { return nil }
            defer { cgnutls_free(bytes.data) }
            return Array(UnsafeBufferPointer(start: bytes.data, count: Int(bytes.size)))
        }
    }
}
