import Testing

@testable import Cryptography

/// The examples of RFC 7515 (appendix A) and RFC 8037 (appendix A), and a signature of OpenSSL for PS256.
@Suite(.timeLimit(.minutes(5))) struct VerificationKeyTests {
    /// A signed text: the head and the payload, the signature, and the key.
    struct Example: CustomTestStringConvertible {
        let algorithm: String
        let text: String
        let signature: String
        let makeKey: @Sendable () -> VerificationKey?

        var testDescription: String { algorithm }
    }

    private static let claims =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

    static let examples = [
        Example(
            algorithm: "HS256", text: "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\(claims)",
            signature: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        ) {
            .secret(bytes("AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"))
        },
        Example(
            algorithm: "RS256", text: "eyJhbGciOiJSUzI1NiJ9.\(claims)",
            signature: "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5juj"
                + "Gbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0"
                + "GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgG"
                + "Y9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"
        ) {
            .rsa(
                modulus: bytes(
                    "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-"
                        + "yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXnd"
                        + "S5z5rexMdbBYUs"
                        + "LA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aG"
                        + "hyxXFvUK-DWNmo"
                        + "udF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"), exponent: bytes("AQAB"),
                isPSS: false)
        },
        Example(
            algorithm: "PS256", text: "eyJhbGciOiJQUzI1NiJ9.eyJzdWIiOiJhZGEifQ",
            signature:
                "WVh8pO2KDZkUDg6CX3wuUwe2XS2Osgr7tmG9NSU6EH8YhwV83ikSYOcJO_TuKRnWIFr5Tws5KPRuREAqrg4vZjk60HJT0zADv"
                + "WkZowvTfRhy75T7Kg1NEIkfoFpMSeyJYrRfi2Z5GQdd6jJp42BiVKTlLZX2M8ECi5AjpEzuX2GQfYAPzgkWFSqrpFqiZtYhJwi"
                + "47V5FpM8YbS-QKX0HIgVcvmkcpYglkP17Ekm1A1eCSoqjynko3mLMjcUDC_ssVCY9HYO8EWF0ACPH82eNZla9hrpq_eqWZkWSR"
                + "pJYd7mN_lYOrKMY6FrUMUEyrFMhx3QGuDxsZqHtzA4XTyt_zg"
        ) {
            .rsa(
                modulus: bytes(
                    "2vuWkkSbZ2hYW-MJWDXMf42tnpIvuui_t56bszKH-uxaTTTkC-IkGdj1j_kvK4c5q6yNdb8H3UDaVwc9hiH2NkNuEqRSaoE-z8"
                        + "tnqCcazvFz_BgLa7XRHNXCjLBd3dIc5CyUU6Q2Fm2H2EuOEbZ7BYc97JEvRRX--zXK5EkX_UWQlpR3Ij"
                        + "yFqHNzOCFVRsYx"
                        + "N_YhCjMX-W8_mryEY6QxPHuFIgYYMIt14jd0Xs6s5Uf6XZX8XUEv-RRo6v0BQeFXQjTzfZ4Da0moFiwz"
                        + "CL9UFT00dyjO3z"
                        + "yJ2XXfiS0FNKzl_2AvOuTtwUyABigYG98mWrFdT9sBKoAiq3HXzpJr0w"), exponent: bytes("AQAB"),
                isPSS: true)
        },
        Example(
            algorithm: "ES256", text: "eyJhbGciOiJFUzI1NiJ9.\(claims)",
            signature: "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
        ) {
            .p256(
                x: bytes("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"),
                y: bytes("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"))
        },
        Example(
            algorithm: "EdDSA", text: "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc",
            signature: "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"
        ) { .ed25519(bytes("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo")) },
    ]

    private static func bytes(_ text: String) -> [UInt8] { Base64.decodeURL(text) ?? [] }

    @Test(arguments: examples) func aSignatureIsOfOneTextAlone(example: Example) throws {
        let key = try #require(example.makeKey())
        #expect(key.algorithm.rawValue == example.algorithm)
        let (signature, text) = (Self.bytes(example.signature), Array(example.text.utf8))
        #expect(key.verifies(signature, of: text))
        for place in stride(from: 0, to: signature.count, by: 5) {
            var other = signature
            other[place] ^= 1
            #expect(!key.verifies(other, of: text))
        }
        #expect(!key.verifies(signature, of: text + [0]))
        for wrong in [[], Array(signature.dropLast()), signature + [0], [UInt8](repeating: 0, count: signature.count)] {
            #expect(!key.verifies(wrong, of: text))
        }
    }

    @Test func weakAndBrokenKeysAreRefused() {
        #expect(VerificationKey.secret([UInt8](repeating: 7, count: 31)) == nil)
        #expect(
            VerificationKey.rsa(modulus: [UInt8](repeating: 0xC5, count: 128), exponent: [1, 0, 1], isPSS: false) == nil
        )
        #expect(VerificationKey.rsa(modulus: [], exponent: [], isPSS: false) == nil)
        #expect(VerificationKey.ed25519([1, 2, 3]) == nil)
        #expect(VerificationKey.pem(Array("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n".utf8)) == nil)
    }

    @Test(
        arguments: [
            ("", []), ("Zg", [102]), ("Zm8", [102, 111]), ("Zm9v", [102, 111, 111]), ("-_8", [251, 255]), ("Zg==", nil),
            ("Zm 9v", nil), ("+/8", nil), ("Z\u{0}g", nil), ("Z", nil),
        ] as [(String, [UInt8]?)])
    func decodesBase64URL(text: String, bytes: [UInt8]?) {
        #expect(Base64.decodeURL(text) == bytes)
    }
}
