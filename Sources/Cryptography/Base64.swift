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
}
