import Testing

@testable import WebSockets

/// The vectors of RFC 3174, section 7.3, and the edges of the padding.
@Suite struct SHA1Tests {
    private func hex(_ message: String) -> String {
        SHA1.digest(Array(message.utf8)).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    @Test func digestsTheVectorsOfRFC3174() {
        #expect(hex("abc") == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(
            hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
        #expect(hex(String(repeating: "a", count: 1_000_000)) == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
        #expect(
            hex(String(repeating: "0123456701234567012345670123456701234567012345670123456701234567", count: 10))
                == "dea356a2cddd90c7a7ecedc5ebb563934f460452")
    }

    @Test func digestsTheEmptyMessage() {
        #expect(hex("") == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
    }

    @Test func padsAtTheEdgesOfABlock() {
        #expect(hex(String(repeating: "a", count: 55)) == "c1c8bbdc22796e28c0e15163d20899b65621d65a")
        #expect(hex(String(repeating: "a", count: 56)) == "c2db330f6083854c99d4b5bfb6e8f29f201be699")
        #expect(hex(String(repeating: "a", count: 64)) == "0098ba824b5c16427bd7a1122a5a442a25ec644d")
    }

    @Test func encodesTheVectorsOfRFC4648() {
        let vectors = ["": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==", "fooba": "Zm9vYmE="]
        for (plain, encoded) in vectors {
            #expect(Base64.encode(Array(plain.utf8)) == encoded)
            #expect(Base64.decodedCount(encoded.utf8) == plain.utf8.count)
        }
    }

    @Test(arguments: ["Z", "Zg", "Zg=", "=", "====", "Z===", "Zg==Zg==", "Zm9v\n", "Zm-v", "Zm_v", "Zm9é"])
    func rejectsInvalidBase64(text: String) {
        #expect(Base64.decodedCount(text.utf8) == nil)
    }
}
