import CGnuTLS

/// A hash function, computed by GnuTLS.
package enum Hash: Sendable {
    /// SHA-1 (RFC 3174), for protocols that prescribe it. It does not withstand attacks.
    case sha1
    /// SHA-256 (FIPS 180-4 section 6.2). The hash names a content: nobody can find another content with the same hash.
    case sha256

    /// Returns the hash of `bytes`. O(n).
    package func digest(of bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(gnutls_hash_get_len(algorithm))) { digest, count in
            let status = gnutls_hash_fast(algorithm, bytes, bytes.count, digest.baseAddress)
            precondition(status == 0, "GnuTLS cannot compute \(self).")
            count = Int(gnutls_hash_get_len(algorithm))
        }
    }

    /// Returns the hash of `bytes` as hexadecimal digits. O(n).
    package func hex(of bytes: [UInt8]) -> String { Self.hex(digest(of: bytes)) }

    /// Returns bytes as hexadecimal digits.
    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    var algorithm: gnutls_digest_algorithm_t {
        switch self {
        case .sha1: GNUTLS_DIG_SHA1
        case .sha256: GNUTLS_DIG_SHA256
        }
    }
}
