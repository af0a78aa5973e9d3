import Glibc
import Testing

@testable import Access

@Suite(.timeLimit(.minutes(5))) struct PasswordTests {
    @Test func aNewHashMatchesItsPasswordAlone() throws {
        let password = String(repeating: "é", count: 40)  // 80 bytes
        let hash = try #require(Password.hash(password))
        #expect(hash.hasPrefix("$y$jAT$"))
        #expect(!Password.isOutdated(hash))
        #expect(Password.matches(password, hash))
        #expect(!Password.matches(String(repeating: "é", count: 39) + "e", hash))
        #expect(!Password.matches(String(repeating: "é", count: 36), hash))  // 72 bytes
        #expect(Password.hash("with\0a NUL, which ends it") == nil)
        #expect(!Password.matches("with\0a NUL", try #require(Password.hash("with"))))
        #expect(Password.hash(password) != hash)
    }

    /// Hashes of "correct horse battery", as Rails, PHP and the system write them.
    static let older = [
        "$2a$04$nJXRCaGNUH22Kw8QJzXUa.PPNxgvSGNuVKhZvXR3FoemV6cxbPlkG",
        "$2b$04$fnQSViP5Fr/PQN3VyCxgLenOmESixCOtPekqZD2R0Fmo5nWQfLfa2",
        "$2y$04$DYh7Rh.oVy1faNQdN/tIbuIVCTHVSp0bTykBZhPG3DzfYa5V2A/hW",
        "$6$Lf8j5kUCSgdXc03C$eTEeehjQ5qMRcO04B6davNcKKYX3KhxtGr3j1FEnqYSUQP8nSdATwUuy8F10rRDBE4dnSN1MkD8NLpjFxG1Ts0",
    ]

    @Test(arguments: older) func takesOlderKindsAsTheyAre(hash: String) {
        #expect(Password.matches("correct horse battery", hash))
        #expect(!Password.matches("correct horse batterx", hash))
        #expect(Password.isOutdated(hash))
    }

    @Test(arguments: ["", "*", "x", "$y$", "$1$salt$x", "abJnggxhB/yWI", "$2b$10$", "correct horse battery"])
    func noPasswordMatchesWhatIsNoHash(hash: String) {
        for password in ["", "x", hash, "correct horse battery"] { #expect(!Password.matches(password, hash)) }
    }

    @Test(arguments: [
        "eight by", "password1234", "PASSWORD1234", "123456789012", "abababababab", "qwertyuiop12", "aaaaaaaaaaaa",
        "ada.lovelace1815", "Ada.Lovelace-Ada.Lovelace", "with a \0 in it, and long", "oriel-oriel-1",
        String(repeating: "x y z ", count: 43),
    ]) func refusesPasswordsThatAreTriedFirst(password: String) {
        #expect(Password.fault(password, words: ["ada.lovelace"]) != nil)
    }

    @Test(arguments: [
        ("ada.lovelace1815", "The word \"ada.lovelace\" does"), ("Password-2024!", "The word \"password\" does"),
        ("oriel-password-1", "The words \"oriel\", \"password\" do"),
    ]) func namesTheWordThatDoesNotCount(password: String, start: String) {
        let fault = Password.fault(password, words: ["Ada.Lovelace"])
        #expect(fault == "\(start) not count in a password, and the rest is too short. Choose another.")
    }

    @Test(arguments: ["correct horse battery", "tr0ub4dor&3xy", "wer nichts wagt", "日本語の合言葉"])
    func acceptsOthersWithoutRulesOfComposition(password: String) {
        #expect(Password.fault(password, words: ["ada"]) == nil)
    }

    @Test func theListHas3000WordsOfTwelveBytesOrMore() {
        #expect(CommonPasswords.all.count == 3_000)
        #expect(CommonPasswords.all.allSatisfy { $0.utf8.count >= 12 && $0 == $0.lowercased() })
        for word in ["password1234", "1q2w3e4r5t6y", "football123456", "zxcvbnm123456"] {
            #expect(CommonPasswords.all.contains(word), "\(word)")
            #expect(Password.fault(word) != nil)
        }
    }

    /// The time of the processor, which does not depend on how busy the machine is.
    private func time(_ body: () -> Void) -> Double {
        var (start, end) = (timespec(), timespec())
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
        body()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
        return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
    }

    /// Case 43: an account without a usable hash takes the time of a real check.
    @Test(arguments: ["", "*", "!", "$y$", "$y$jAT$short", "$2b$10$", "$1$salt$x", "correct horse battery"])
    func whatIsNoHashTakesTheTimeOfOne(hash: String) {
        let usual = time { #expect(!Password.checks("correct horse battery", Password.dummy)) }
        let times = ["correct horse battery", "with\0a NUL"].map { password in
            time { #expect(!Password.checks(password, hash)) }
        }
        #expect(times.allSatisfy { $0 > usual / 4 })
    }

    @Test func checksRightAndWrongPasswords() throws {
        let hash = try #require(Password.hash("correct horse battery"))
        #expect(Password.checks("correct horse battery", hash))
        #expect(!Password.checks("correct horse batterx", hash))
        for hash in Self.older { #expect(Password.checks("correct horse battery", hash)) }
    }
}
