import Cryptography
import Stores

/// A code that takes the place of an authenticator app once: 80 random bits, as four groups of letters and digits.
struct RecoveryCode {
    /// The code for people to read, such as `abcd-efgh-ijkl-mnop`.
    let text: String

    /// The number of codes that a person gets.
    private static let count = 10
    private static let (length, group) = (10, 4)

    /// Makes a new code.
    init() {
        var generator = SystemRandomNumberGenerator()
        let letters = Array(Base32.encode((0..<Self.length).map { _ in generator.next() }).lowercased())
        text = stride(from: 0, to: letters.count, by: Self.group)
            .map { String(letters[$0..<min($0 + Self.group, letters.count)]) }.joined(separator: "-")
    }

    /// Makes the codes that a person gets.
    static func makeAll() -> [RecoveryCode] { (0..<count).map { _ in RecoveryCode() } }

    /// Replaces the codes of a person.
    static func replace(by codes: [RecoveryCode], of person: String, _ transaction: AccessTransaction) throws {
        try transaction.run("DELETE FROM {RecoveryCode} WHERE Person = ?", person)
        for code in codes { try transaction.run("INSERT INTO {RecoveryCode} VALUES (?, ?)", code.digest, person) }
    }

    /// Returns a code as a person has typed it, without spaces, hyphens and capitals.
    static func plain(_ typed: String) -> String { typed.lowercased().filter { $0 != " " && $0 != "-" } }

    /// What the database has of a code: the SHA-256 of the plain code.
    var digest: String { Token.digest(Self.plain(text)) }
}
