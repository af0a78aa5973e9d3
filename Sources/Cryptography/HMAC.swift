import CGnuTLS

/// Keyed hashes of messages (RFC 2104), computed by GnuTLS.
package enum HMAC: Sendable {
    /// With SHA-1, for protocols that prescribe it.
    case sha1
    /// With SHA-256.
    case sha256

    /// Returns the code of a message under a key. O(n).
    package func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        let count = Int(gnutls_hmac_get_len(algorithm))
        return [UInt8](unsafeUninitializedCapacity: count) { code, written in
            let status = gnutls_hmac_fast(algorithm, key, key.count, message, message.count, code.baseAddress)
            precondition(status == 0, "GnuTLS cannot compute an HMAC.")
            written = count
        }
    }

    private var algorithm: gnutls_mac_algorithm_t {
        switch self {
        case .sha1: GNUTLS_MAC_SHA1
        case .sha256: GNUTLS_MAC_SHA256
        }
    }
}
