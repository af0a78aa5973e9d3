import Cryptography
import Scenes
import Stores

/// The second factor of a person: an authenticator app, and recovery codes.
///
/// All processes share the rows, so a code that one has accepted is used in the others too.
struct SecondFactor: Decodable, Sendable {
    private let Secret: String
    private let Step: Int64

    /// How a code was proven, as the audit has it.
    enum Way: String, Sendable {
        case app = "password and code"
        case recovery = "password and recovery code"
    }

    /// Returns the second factor of a person; `nil` if there is none.
    static func find(of person: String, _ transaction: Transaction) throws -> SecondFactor? {
        try transaction.rows("SELECT Secret, Step FROM Factor WHERE Person = ?", person, as: SecondFactor.self).first
    }

    /// Accepts a code, and records that it is used.
    ///
    /// - Parameter now: The present, in seconds since 1970.
    /// - Throws: ``SignInError/wrongCode``.
    func accept(_ typed: String, of person: String, at now: Double, _ transaction: Transaction) throws -> Way {
        let code = RecoveryCode.plain(typed)
        if code.utf8.count == TimeCode.digits {
            guard let secret = Base64.decodeURL(Secret),
                let step = TimeCode(secret: secret).step(of: code, at: now, after: Step)
            else { throw SignInError.wrongCode }
            try transaction.run("UPDATE Factor SET Step = ? WHERE Person = ?", step, person)
            return .app
        }
        guard
            try transaction.run(
                "DELETE FROM RecoveryCode WHERE Id = ? AND Person = ?", Token.digest(code), person) == 1
        else { throw SignInError.wrongCode }
        return .recovery
    }

    /// Adds a second factor to a person, unless there is one already.
    ///
    /// - Returns: Whether it was added.
    static func add(_ codes: TimeCode, _ recovery: [RecoveryCode], to person: String, _ transaction: Transaction) throws
        -> Bool
    {
        let secret = Base64.encodeURL(codes.secret)
        guard
            try transaction.run(
                "INSERT INTO Factor(Person, Secret) VALUES (?, ?) ON CONFLICT DO NOTHING", person, secret) == 1
        else { return false }
        for code in recovery {
            try transaction.run("INSERT INTO RecoveryCode VALUES (?, ?)", code.digest, person)
        }
        return true
    }

    /// Removes the second factor of a person, with the recovery codes.
    ///
    /// - Returns: Whether there was one.
    static func remove(from person: String, _ transaction: Transaction) throws -> Bool {
        try transaction.run("DELETE FROM Factor WHERE Person = ?", person) == 1
    }
}
