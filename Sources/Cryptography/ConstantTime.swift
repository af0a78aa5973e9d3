import CGnuTLS

/// Comparisons whose time tells nothing about a secret.
package enum ConstantTime {
    /// Returns whether two texts are equal, in a time that depends on their lengths alone.
    package static func areEqual(_ left: String, _ right: String) -> Bool {
        areEqual(Array(left.utf8), Array(right.utf8))
    }

    /// Returns whether two sequences of bytes are equal, in a time that depends on their lengths alone.
    package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && gnutls_memcmp(left, right, left.count) == 0
    }
}
