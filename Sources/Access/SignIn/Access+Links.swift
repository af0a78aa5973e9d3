import Loop
import Scenes
import Stores

/// One-time links with which an app signs people in, after a check of its own. A link counts in the browser for which
/// it was made, so that nobody can be led to sign in as somebody else.
extension Access {
    /// How long a link is valid, in seconds.
    private static let linkTime = 60.0

    package func makeLink(
        for name: String, visitor: String, stays: Bool
    ) async throws(SignInError) -> String {
        let (token, now, visitor) = (Token.make(), now(), Token.digest(visitor))
        let end = now + Self.linkTime
        return try await translated {
            guard let person = try await self.people.person(named: name), person.isActive else {
                throw SignInError.wrong
            }
            try await self.store.transaction { transaction in
                try transaction.run("DELETE FROM {SignInLink} WHERE Ends < ?", now)
                try transaction.run(
                    "INSERT INTO {SignInLink} VALUES (?, ?, ?, ?, ?)", Token.digest(token), person.id, visitor, stays,
                    end
                )
            }
            return token
        }
    }

    private struct LinkRow: Decodable {
        let Person: String
        let Stays: Bool
    }

    package func signIn(
        link token: String, visitor: String, _ attempt: SignInAttempt
    ) async throws(SignInError) -> SignedIn {
        let (link, visitor, now) = (Token.digest(token), Token.digest(visitor), now())
        let valid = "FROM {SignInLink} WHERE Id = ? AND Visitor = ? AND Ends > ?"
        return try await translated {
            let rows: [LinkRow] = try await self.store.rows("SELECT Person, Stays \(valid)", link, visitor, now)
            guard let row = rows.first, let person = try await self.people.person(row.Person), person.isActive else {
                throw SignInError.wrong
            }
            var attempt = attempt
            attempt.stays = row.Stays
            let browser = try await self.browser(attempt.browser, of: person)
            return try await self.begin(attempt, for: person, browser) { [isOwn = self.people.isOwn] transaction in
                guard try transaction.run("DELETE \(valid)", link, visitor, now) == 1 else { throw SignInError.wrong }
                guard isOwn else { return "link" }
                let found: [Int] = try transaction.rows("SELECT 1 FROM {Person} WHERE Id = ? AND IsActive", person.id)
                guard !found.isEmpty else { throw SignInError.wrong }
                return "link"
            }
        }
    }

    package func endSessions(of person: String) async throws(SignInError) {
        try await translated {
            let name = try await self.people.person(person)?.name ?? person
            try await self.store.transaction { transaction in
                try transaction.run("DELETE FROM {Session} WHERE Person = ?", person)
                try transaction.run("DELETE FROM {SignInLink} WHERE Person = ?", person)
                try AuditEvent("signed out", who: name, via: "app").add(to: transaction)
            }
        }
    }
}
