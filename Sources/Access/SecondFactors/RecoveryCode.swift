import Cryptography

/// A code that takes the place of an authenticator app once: 80 random bits, as four groups of letters and digits.
struct RecoveryCode {
    /// The code for people to read, such as `abcd-efgh-ijkl-mnop`.
    let text: String

    /// The number of codes that a person gets.
    static let count = 10
    private static let (length, group) = (10, 4)

    /// Makes a new code.
    init() {
        var generator = SystemRandomNumberGenerator()
        let letters = Array(Base32.encode((0..<Self.length).map { _ in generator.next() }).lowercased())
        text = stride(from: 0, to: letters.count, by: Self.group)
            .map { String(letters[$0..<min($0 + Self.group, letters.count)]) }.joined(separator: "-")
    }

    /// Returns a code as a person has typed it, without spaces, hyphens and capitals.
    static func plain(_ typed: String) -> String { typed.lowercased().filter { $0 != " " && $0 != "-" } }

    /// What the database has of a code: the SHA-256 of the plain code.
    var digest: String { Token.digest(Self.plain(text)) }
}
