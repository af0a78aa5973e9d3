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
    static func find(of person: String, _ transaction: AccessTransaction) throws -> SecondFactor? {
        try transaction.rows("SELECT Secret, Step FROM {Factor} WHERE Person = ?", person, as: SecondFactor.self).first
    }

    /// Accepts a code, and records that it is used.
    ///
    /// - Parameter now: The present, in seconds since 1970.
    /// - Throws: ``SignInError/wrongCode``.
    func accept(_ typed: String, of person: String, at now: Double, _ transaction: AccessTransaction) throws -> Way {
        let code = RecoveryCode.plain(typed)
        if code.utf8.count == TimeCode.digits {
            guard let secret = Base64.decodeURL(Secret),
                let step = TimeCode(secret: secret).step(of: code, at: now, after: Step)
            else { throw SignInError.wrongCode }
            try transaction.run("UPDATE {Factor} SET Step = ? WHERE Person = ?", step, person)
            return .app
        }
        guard
            try transaction.run(
                "DELETE FROM {RecoveryCode} WHERE Id = ? AND Person = ?", Token.digest(code), person) == 1
        else { throw SignInError.wrongCode }
        return .recovery
    }

    /// Accepts a code of a person who has a second factor.
    static func prove(_ code: String, of person: String, at now: Double, _ transaction: AccessTransaction) throws {
        guard let factor = try find(of: person, transaction) else {
            throw SignInError.invalid(field: "code", reason: "You have no second factor.")
        }
        _ = try factor.accept(code, of: person, at: now, transaction)
    }

    /// Adds a second factor to a person, unless there is one already.
    ///
    /// - Parameter step: The step of a code that was accepted already.
    /// - Returns: Whether it was added.
    static func add(
        _ codes: TimeCode, _ recovery: [RecoveryCode], to person: String, after step: Int64 = 0,
        _ transaction: AccessTransaction
    ) throws -> Bool {
        let secret = Base64.encodeURL(codes.secret)
        guard
            try transaction.run(
                "INSERT INTO {Factor}(Person, Secret, Step) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", person, secret,
                step) == 1
        else { return false }
        try RecoveryCode.replace(by: recovery, of: person, transaction)
        return true
    }

    /// Adds a second factor whose secret the person's app has, as a code of the app proves.
    ///
    /// - Parameter secret: The secret in Base32.
    static func add(
        _ secret: String, provenBy code: String, _ recovery: [RecoveryCode], to person: String, at now: Double,
        _ transaction: AccessTransaction
    ) throws {
        guard let codes = TimeCode(base32: secret) else {
            throw SignInError.invalid(field: "secret", reason: "This is not the secret of the page. Begin again.")
        }
        guard let step = codes.step(of: RecoveryCode.plain(code), at: now, after: 0) else {
            throw SignInError.wrongCode
        }
        guard try add(codes, recovery, to: person, after: step, transaction) else {
            throw SignInError.invalid(field: "code", reason: "You have a second factor already.")
        }
    }

    /// Removes the second factor of a person, with the recovery codes.
    ///
    /// - Returns: Whether there was one.
    static func remove(from person: String, _ transaction: AccessTransaction) throws -> Bool {
        try transaction.run("DELETE FROM {Factor} WHERE Person = ?", person) == 1
    }
}
