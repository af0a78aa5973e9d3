import Testing

@testable import Cryptography

/// The examples of RFC 3174 (section 7.3) and FIPS 180-4, and the edges of a block.
@Suite(.timeLimit(.minutes(5))) struct HashTests {
    @Test(arguments: [
        ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
        (String(repeating: "a", count: 55), "c1c8bbdc22796e28c0e15163d20899b65621d65a"),
        (String(repeating: "a", count: 64), "0098ba824b5c16427bd7a1122a5a442a25ec644d"),
        (String(repeating: "a", count: 1_000_000), "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
    ])
    func computesSHA1(text: String, hash: String) {
        #expect(Hash.sha1.hex(of: Array(text.utf8)) == hash)
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000),
            "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
        ),
    ])
    func computesSHA256(text: String, hash: String) {
        #expect(Hash.sha256.hex(of: Array(text.utf8)) == hash)
    }

    @Test func encodesTheExamplesOfRFC4648() {
        let examples = ["": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==", "fooba": "Zm9vYmE="]
        for (plain, encoded) in examples {
            #expect(Base64.encode(Array(plain.utf8)) == encoded)
            #expect(Base64.decode(encoded) == Array(plain.utf8))
        }
    }

    @Test(arguments: [
        "Zg", "Zg=", "Zg===", "Zm9vYg==Zg==", "Zm9v\n", " Zm9v", "Zm 9v", "Zm9-", "Zm_v", "=", "Z", "Zm\0v", "é",
    ])
    func decodesNoOtherText(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test func decodesManyBytes() {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        #expect(Base64.decode(Base64.encode(bytes)) == bytes)
    }
}
