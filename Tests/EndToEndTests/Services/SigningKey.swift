import CGnuTLS
import Cryptography
import JSON
import TestSupport

/// A private key of a service, which signs tokens with ES256 or RS256.
final class SigningKey: @unchecked Sendable {  // guard: the key is not changed after its making
    private let key: gnutls_privkey_t
    private let isRSA: Bool
    let id: String
    /// The public key, as the service publishes it.
    let jwk: JSON

    init(_ id: String, isRSA: Bool = false) throws {
        var made: gnutls_privkey_t?
        gnutls_privkey_init(&made)
        guard let key = made,
            gnutls_privkey_generate(key, isRSA ? GNUTLS_PK_RSA : GNUTLS_PK_ECDSA, isRSA ? 2048 : 256, 0) == 0
        else { throw ClientError("no key can be made") }
        (self.key, self.isRSA, self.id) = (key, isRSA, id)
        var (one, two) = (gnutls_datum_t(), gnutls_datum_t())
        var curve = GNUTLS_ECC_CURVE_INVALID
        _ =
            isRSA
            ? gnutls_privkey_export_rsa_raw(key, &one, &two, nil, nil, nil, nil, nil, nil)
            : gnutls_privkey_export_ecc_raw(key, &curve, &one, &two, nil)
        let parts = [one, two].map { Base64.encodeURL(Self.number($0, isRSA ? nil : 32)) }
        jwk =
            isRSA
            ? ["kty": "RSA", "kid": .string(id), "use": "sig", "n": .string(parts[0]), "e": .string(parts[1])]
            : ["kty": "EC", "crv": "P-256", "kid": .string(id), "x": .string(parts[0]), "y": .string(parts[1])]
    }

    deinit {
        gnutls_privkey_deinit(key)
    }

    /// Takes the bytes of a number, without zeros before it, or with so many that it has a length.
    private static func number(_ datum: gnutls_datum_t, _ length: Int?) -> [UInt8] {
        defer { cgnutls_free(datum.data) }
        let bytes = Array(UnsafeBufferPointer(start: datum.data, count: Int(datum.size)).drop { $0 == 0 })
        return Array(repeating: 0, count: max(0, (length ?? 0) - bytes.count)) + bytes
    }

    /// Returns a token with these claims.
    func token(_ claims: JSON, head: JSONObject = [:]) -> String {
        var whole: JSONObject = ["alg": isRSA ? "RS256" : "ES256", "kid": .string(id)]
        for (name, value) in head { whole[name] = value }
        let text = "\(Base64.encodeURL(JSON.object(whole).bytes)).\(Base64.encodeURL(claims.bytes))"
        return "\(text).\(Base64.encodeURL(sign(Array(text.utf8))))"
    }

    private func sign(_ text: [UInt8]) -> [UInt8] {
        var (text, signature) = (text, gnutls_datum_t())
        text.withUnsafeMutableBufferPointer { bytes in
            var datum = gnutls_datum_t(data: bytes.baseAddress, size: UInt32(bytes.count))
            _ = gnutls_privkey_sign_data2(
                key, isRSA ? GNUTLS_SIGN_RSA_SHA256 : GNUTLS_SIGN_ECDSA_SHA256, 0, &datum, &signature)
        }
        guard !isRSA else { return Self.number(signature, 256) }
        var (r, s) = (gnutls_datum_t(), gnutls_datum_t())
        _ = gnutls_decode_rs_value(&signature, &r, &s)
        cgnutls_free(signature.data)
        return Self.number(r, 32) + Self.number(s, 32)
    }
}
