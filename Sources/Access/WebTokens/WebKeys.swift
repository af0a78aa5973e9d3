import Cryptography
import Files
import Glibc
import JSON

/// The keys of an issuer of tokens: a JWK set or one JWK (RFC 7517), or a public key in PEM.
struct WebKeys {
    private let keys: [(id: String?, key: VerificationKey)]

    /// The sentence about a file without keys.
    private static let words =
        "a JWK set, or a public key in PEM: RSA of 2048 bits or more, P-256, Ed25519, or a secret of 32 bytes or more"

    /// Reads the keys of a file. Keys that cannot be used are left out.
    ///
    /// - Throws: A sentence, if no key is left, or if the file has a secret that others may read.
    init(_ content: FileContent, at path: String) throws(AccessError) {
        switch content {
        case .missing: throw AccessError("\(path): There is no such file.")
        case .unreadable(let reason): throw AccessError("\(path): The file cannot be read: \(reason).")
        case .bytes(let bytes):
            if bytes.starts(with: Array("-----BEGIN".utf8)) {
                keys = VerificationKey.pem(bytes).map { [(nil, $0)] } ?? []
            } else {
                let json = try? JSON(parsing: bytes)
                keys = json.map(Self.keys) ?? []
            }
        }
        guard !keys.isEmpty else { throw AccessError("\(path): The file has no key that can be used: \(Self.words).") }
        guard keys.contains(where: { $0.key.algorithm == .hmac }), Self.mayOthersRead(path) else { return }
        throw AccessError("\(path): Others may read the secret. Run `chmod 600` on the file.")
    }

    /// Reads the keys that an issuer publishes; `nil` if none can be used. A symmetric key is ignored, because a
    /// published secret protects nothing.
    init?(published json: JSON) {
        keys = Self.keys(json).filter { $0.key.algorithm != .hmac }
        guard !keys.isEmpty else { return nil }
    }

    /// Returns the keys of a JWK set, or one JWK. Keys that cannot be used are left out.
    private static func keys(_ json: JSON) -> [(id: String?, key: VerificationKey)] {
        (json["keys"]?.arrayValue ?? [json]).compactMap(key)
    }

    private static func mayOthersRead(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 || status.st_mode & 0o077 != 0
    }

    /// Returns a JWK as a key; `nil` for keys with another use or algorithm.
    private static func key(_ jwk: JSON) -> (id: String?, key: VerificationKey)? {
        guard jwk["use"].map({ $0 == "sig" }) ?? true, let key = verificationKey(jwk) else { return nil }
        guard jwk["alg"].map({ $0.stringValue == key.algorithm.rawValue }) ?? true else { return nil }
        return (jwk["kid"]?.stringValue, key)
    }

    private static func verificationKey(_ jwk: JSON) -> VerificationKey? {
        func bytes(_ name: String) -> [UInt8]? { jwk[name]?.stringValue.flatMap { Base64.decodeURL($0) } }
        switch (jwk["kty"]?.stringValue, jwk["crv"]?.stringValue) {
        case ("RSA", _):
            guard let modulus = bytes("n"), let exponent = bytes("e") else { return nil }
            return .rsa(modulus: modulus, exponent: exponent, isPSS: jwk["alg"] == "PS256")
        case ("EC", "P-256"):
            guard let x = bytes("x"), let y = bytes("y") else { return nil }
            return .p256(x: x, y: y)
        case ("OKP", "Ed25519"): return bytes("x").flatMap { .ed25519($0) }
        case ("oct", _): return bytes("k").flatMap { .secret($0) }
        default: return nil
        }
    }

    /// Returns the key that a token names. A token without a name is signed by the only key with its algorithm.
    func key(named id: String?, _ algorithm: String) -> VerificationKey? {
        let found = keys.filter { $0.key.algorithm.rawValue == algorithm && (id == nil || $0.id == nil || $0.id == id) }
        return found.count == 1 ? found[0].key : found.first { id != nil && $0.id == id }?.key
    }
}
