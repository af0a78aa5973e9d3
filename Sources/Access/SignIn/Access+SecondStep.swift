import Loop
import Scenes
import Stores

// The second step of a sign-in: the code of the second factor. The browser has a token for it, so that the password is
// in no page.
extension Access {
    /// How long the second step may take.
    private static let stepLifetime = Duration.seconds(300)

    private struct Step: Decodable {
        let Person: String
        let Stays: Bool
    }

    /// Begins the second step of a person whose password was right. `body` is called in the same transaction.
    func beginSecondStep(
        _ attempt: SignInAttempt, for person: Person, hasPassword hash: String,
        _ body: @escaping @Sendable (AccessTransaction) throws -> Void
    ) async throws -> SignInResult {
        let (token, now) = (Token.make(), now())
        let end = now + Self.stepLifetime.seconds
        try await store.transaction { transaction in
            try body(transaction)
            try Self.check(person.id, hasPassword: hash, transaction)
            try transaction.run(
                "DELETE FROM {SecondStep} WHERE Id IN (SELECT Id FROM {SecondStep} WHERE Ends < ? LIMIT 100)", now)
            try transaction.run(
                "INSERT INTO {SecondStep} VALUES (?, ?, ?, ?)", Token.digest(token), person.id, attempt.stays, end)
        }
        return .needsCode(step: token, lifetime: Self.stepLifetime)
    }

    /// Checks the code of a second step, and begins the session.
    func finish(_ attempt: SignInAttempt, _ token: String) async throws -> SignedIn {
        let (step, now) = (Token.digest(token), now())
        let found: [Step] = try await store.rows(
            "SELECT Person, Stays FROM {SecondStep} WHERE Id = ? AND Ends > ?", step, now)
        guard let known = found.first, people.isOwn, let person = try await people.person(known.Person) else {
            throw SignInError.late
        }
        guard !attempt.code.isEmpty else { throw SignInError.needsCode }
        let browser = try await browser(attempt.browser, of: person)
        let throttle = Throttle(name: person.name, browser: browser, network: attempt.network)
        let former = try await store.transaction { try throttle.admit($0, at: now) }
        var attempt = attempt
        attempt.stays = known.Stays
        do {
            return try await begin(attempt, for: person, browser) { [code = attempt.code] transaction in
                // Triggers remove the step when the password or the factor changes, or the person is disabled.
                guard try transaction.run("DELETE FROM {SecondStep} WHERE Id = ?", step) == 1,
                    let factor = try SecondFactor.find(of: person.id, transaction)
                else { throw SignInError.late }
                try throttle.succeed(former, at: now, transaction)
                return try factor.accept(code, of: person.id, at: now, transaction).rawValue
            }
        } catch SignInError.wrongCode {
            throw await refused(person.name, attempt)
        }
    }

    /// Records that a code was refused.
    func refused(_ name: String, _ attempt: SignInAttempt) async -> SignInError {
        let event = AuditEvent("sign-in refused", who: name, via: "code", network: attempt.network)
        try? await store.transaction { try event.add(to: $0) }
        return .wrongCode
    }
}
