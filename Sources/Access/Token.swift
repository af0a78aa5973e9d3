import Cryptography

/// Secrets that clients keep: 256 random bits as hexadecimal digits. The database has only their SHA-256.
enum Token {
    /// Returns a new token.
    static func make() -> String { random(words: 4) }

    /// Returns a new id, which is no secret.
    static func makeID() -> String { random(words: 1) }

    /// Returns what the database has of a token.
    static func digest(_ token: String) -> String { Hash.sha256.hex(of: Array(token.utf8)) }

    private static func random(words: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<words).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

/// The token of a program, `oriel_ID_SECRET`.
struct KeyToken {
    let id: String
    let secret: String

    var text: String { "oriel_\(id)_\(secret)" }

    /// Makes a new token.
    init() {
        (id, secret) = (Token.makeID(), Token.make())
    }

    /// Reads a token; `nil` for any other text.
    init?(_ text: String) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "oriel", parts[1].utf8.count == 16, parts[2].utf8.count == 64 else {
            return nil
        }
        (id, secret) = (String(parts[1]), String(parts[2]))
    }
}
