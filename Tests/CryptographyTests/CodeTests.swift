import Testing

@testable import Cryptography

/// The examples of RFC 2202 and RFC 4231 for keyed hashes, and those of RFC 4648 for Base32.
@Suite struct CodeTests {
    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test func computesHMAC() {
        let (key, text) = (Array("Jefe".utf8), Array("what do ya want for nothing?".utf8))
        #expect(Self.hex(HMAC.sha1.code(of: text, key: key)) == "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
        #expect(
            Self.hex(HMAC.sha256.code(of: text, key: key))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        let long = [UInt8](repeating: 0xAA, count: 80)
        let message = Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
        #expect(Self.hex(HMAC.sha1.code(of: message, key: long)) == "aa4ae5e15272d00e95705637ce8a3b55ed402112")
    }

    @Test(arguments: [
        ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
        ("foobar", "MZXW6YTBOI"),
    ]) func encodesBase32(text: String, encoded: String) {
        #expect(Base32.encode(Array(text.utf8)) == encoded)
        #expect(Base32.decode(encoded) == Array(text.utf8))
    }

    @Test(arguments: ["A", "MZ1", "mzxq", "MZXQ=", "MZXR", "MZXW6YR", "é"]) func refusesOtherTexts(text: String) {
        #expect(Base32.decode(text) == nil)
    }

    @Test func encodesBase64URL() {
        for bytes in [[], [102], [251, 255], [251, 255, 190]] as [[UInt8]] {
            let text = Base64.encodeURL(bytes)
            #expect(Base64.decodeURL(text) == bytes && !text.contains("="))
        }
    }
}
