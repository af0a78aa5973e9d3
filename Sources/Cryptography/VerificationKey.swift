import CGnuTLS

/// A key that verifies signatures, by GnuTLS. Each key has one algorithm (RFC 7518 section 3.1), so that a message
/// cannot choose it.
package final class VerificationKey {
    /// An algorithm of signatures, by its name in JSON Web Tokens.
    package enum Algorithm: String, Sendable {
        case rsaPKCS = "RS256"
        case rsaPSS = "PS256"
        case ecdsa = "ES256"
        case edDSA = "EdDSA"
        case hmac = "HS256"
    }

    /// The algorithm of the key.
    package let algorithm: Algorithm
    private let material: Material

    private enum Material {
        case secret([UInt8])
        /// A `gnutls_pubkey_t`, which this object releases.
        case key(OpaquePointer)
    }

    /// The shortest RSA key, in bits, and the shortest secret, in bytes.
    private static let (shortestRSA, shortestSecret) = (2048, 32)

    private init(_ algorithm: Algorithm, _ material: Material) {
        (self.algorithm, self.material) = (algorithm, material)
    }

    deinit {
        if case .key(let key) = material { gnutls_pubkey_deinit(key) }
    }

    /// Makes a key from a secret; `nil` for fewer than 32 bytes.
    package static func secret(_ bytes: [UInt8]) -> VerificationKey? {
        bytes.count < shortestSecret ? nil : VerificationKey(.hmac, .secret(bytes))
    }

    /// Makes a key from an RSA modulus and exponent; `nil` for fewer than 2,048 bits.
    package static func rsa(modulus: [UInt8], exponent: [UInt8], isPSS: Bool) -> VerificationKey? {
        make { key in
            modulus.withDatum { modulus in
                exponent.withDatum { gnutls_pubkey_import_rsa_raw(key, modulus, $0) }
            }
        } as: {
            $0 == GNUTLS_PK_RSA && $1 >= shortestRSA ? (isPSS ? .rsaPSS : .rsaPKCS) : nil
        }
    }

    /// Makes a key from the coordinates of a point on the curve P-256; `nil` for any other point.
    package static func p256(x: [UInt8], y: [UInt8]) -> VerificationKey? {
        make { key in
            x.withDatum { x in
                y.withDatum { gnutls_pubkey_import_ecc_raw(key, GNUTLS_ECC_CURVE_SECP256R1, x, $0) }
            }
        } as: { kind, _ in
            kind == GNUTLS_PK_ECDSA ? .ecdsa : nil
        }
    }

    /// Makes a key from a point on the curve Ed25519; `nil` for any other bytes.
    package static func ed25519(_ x: [UInt8]) -> VerificationKey? {
        make { key in
            x.withDatum { gnutls_pubkey_import_ecc_raw(key, GNUTLS_ECC_CURVE_ED25519, $0, nil) }
        } as: { kind, _ in
            kind == GNUTLS_PK_EDDSA_ED25519 ? .edDSA : nil
        }
    }

    /// Makes a key from a public key in PEM (RFC 7468 section 13): RSA of at least 2,048 bits for RS256, P-256 or
    /// Ed25519; `nil` for any other text.
    package static func pem(_ text: [UInt8]) -> VerificationKey? {
        make { key in
            text.withDatum { gnutls_pubkey_import(key, $0, GNUTLS_X509_FMT_PEM) }
        } as: { kind, bits in
            switch kind {
            case GNUTLS_PK_RSA: bits >= shortestRSA ? .rsaPKCS : nil
            case GNUTLS_PK_ECDSA: bits == 256 ? .ecdsa : nil
            case GNUTLS_PK_EDDSA_ED25519: .edDSA
            default: nil
            }
        }
    }

    /// Makes a key that `load` fills, with the algorithm for its kind and its bits.
    private static func make(
        _ load: (OpaquePointer) -> Int32, as algorithm: (gnutls_pk_algorithm_t, Int) -> Algorithm?
    ) -> VerificationKey? {
        var made: OpaquePointer?
        guard gnutls_pubkey_init(&made) == 0, let key = made else { return nil }
        guard load(key) == 0 else {
            gnutls_pubkey_deinit(key)
            return nil
        }
        var bits: UInt32 = 0
        let kind = gnutls_pubkey_get_pk_algorithm(key, &bits)
        guard let algorithm = algorithm(gnutls_pk_algorithm_t(UInt32(max(0, kind))), Int(bits)) else {
            gnutls_pubkey_deinit(key)
            return nil
        }
        return VerificationKey(algorithm, .key(key))
    }

    /// Returns whether the key has signed a text. O(n).
    package func verifies(_ signature: [UInt8], of text: [UInt8]) -> Bool {
        switch material {
        case .secret(let secret): ConstantTime.areEqual(HMAC.sha256.code(of: text, key: secret), signature)
        case .key(let key):
            switch algorithm {
            case .rsaPKCS: Self.verify(signature, text, key, GNUTLS_SIGN_RSA_SHA256)
            case .rsaPSS: Self.verify(signature, text, key, GNUTLS_SIGN_RSA_PSS_RSAE_SHA256)
            case .edDSA: Self.verify(signature, text, key, GNUTLS_SIGN_EDDSA_ED25519)
            case .ecdsa: Self.der(signature).map { Self.verify($0, text, key, GNUTLS_SIGN_ECDSA_SHA256) } ?? false
            case .hmac: false
            }
        }
    }

    private static func verify(
        _ signature: [UInt8], _ text: [UInt8], _ key: OpaquePointer, _ algorithm: gnutls_sign_algorithm_t
    ) -> Bool {
        text.withDatum { text in
            signature.withDatum { gnutls_pubkey_verify_data2(key, algorithm, 0, text, $0) >= 0 }
        }
    }

    /// Returns a signature of two numbers of 32 bytes each (RFC 7518 section 3.4) as DER, which GnuTLS expects.
    private static func der(_ signature: [UInt8]) -> [UInt8]? {
        guard signature.count == 64 else { return nil }
        var encoded = gnutls_datum_t()
        let status = Array(signature.prefix(32)).withDatum { r in
            Array(signature.suffix(32)).withDatum { gnutls_encode_rs_value(&encoded, r, $0) }
        }
        guard status == 0 else { return nil }
        defer { cgnutls_free(encoded.data) }
        return Array(UnsafeBufferPointer(start: encoded.data, count: Int(encoded.size)))
    }
}

extension [UInt8] {
    /// Gives a body these bytes as GnuTLS takes them. It does not change them.
    fileprivate func withDatum<Value>(_ body: (UnsafePointer<gnutls_datum_t>) -> Value) -> Value {
        withUnsafeBufferPointer { bytes in
            var datum = gnutls_datum_t(
                data: UnsafeMutablePointer(mutating: bytes.baseAddress), size: UInt32(bytes.count))
            return body(&datum)
        }
    }
}
