import CGnuTLS

/// The hash of bytes that arrive in pieces.
package struct RunningHash: ~Copyable {
    private let handle: gnutls_hash_hd_t
    private let count: Int

    /// Begins a hash of no bytes.
    package init(_ hash: Hash) {
        var handle: gnutls_hash_hd_t?
        let status = gnutls_hash_init(&handle, hash.algorithm)
        guard status == 0, let handle else { preconditionFailure("GnuTLS cannot compute \(hash).") }
        self.handle = handle
        count = Int(gnutls_hash_get_len(hash.algorithm))
    }

    deinit { gnutls_hash_deinit(handle, nil) }

    /// Adds bytes. O(n).
    package func append(_ bytes: [UInt8]) {
        let status = gnutls_hash(handle, bytes, bytes.count)
        precondition(status == 0, "GnuTLS cannot hash \(bytes.count) bytes.")
    }

    /// Returns the hash as hexadecimal digits, and begins again.
    package func takeHex() -> String {
        Hash.hex(
            [UInt8](unsafeUninitializedCapacity: count) { digest, initialized in
                gnutls_hash_output(handle, digest.baseAddress)
                initialized = count
            })
    }
}
