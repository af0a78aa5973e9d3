import Scenes
import Stores
import ViewModels

extension Access {
    /// How long the link for the first administrator is valid.
    private static let linkTime = 1_800.0

    /// Returns the token of a new one-time link for the first administrator; `nil` if there are people already.
    package func setUpToken() async throws(SignInError) -> String? {
        guard people.isOwn else { return nil }
        let (token, end) = (Token.make(), now() + Self.linkTime)
        return try await translated {
            try await self.store.transaction { transaction in
                guard try transaction.rows("SELECT 1 FROM {Person} LIMIT 1", as: Int.self).isEmpty else { return nil }
                try transaction.run("INSERT INTO {Link} VALUES (?, ?)", Token.digest(token), end)
                return token
            }
        }
    }

    /// The link was used, its time is over, or there was none.
    private nonisolated static let usedLink = SignInError.invalid(
        field: "set-up",
        reason: "This link was used already, or is too old. As long as there is nobody, each start of "
            + "the server prints a new one.")

    package func checkSetUp(_ token: String) async throws(SignInError) {
        let (link, now) = (Token.digest(token), now())
        let isKnown: [Int] = try await translated {
            try await self.store.rows("SELECT 1 FROM {Link} WHERE Id = ? AND Ends > ?", link, now)
        }
        guard !isKnown.isEmpty else { throw Self.usedLink }
    }

    package func setUp(_ token: String, _ attempt: SignInAttempt) async throws(SignInError) -> SignedIn {
        let (link, now) = (Token.digest(token), now())
        try await checkSetUp(token)
        let new = try await newPerson(attempt.name, attempt.password, roles: [Principal.admin])
        return try await translated {
            let id = try await self.store.transaction { transaction in
                guard try transaction.run("DELETE FROM {Link} WHERE Id = ? AND Ends > ?", link, now) == 1,
                    try transaction.rows("SELECT 1 FROM {Person} LIMIT 1", as: Int.self).isEmpty
                else { throw Self.usedLink }
                try transaction.run("DELETE FROM {Link}")
                return try new.insert(transaction)
            }
            guard let person = try await self.people.follow(id) else { throw SignInError.wrong }
            return try await self.begin(attempt, for: person, nil) { _ in "link" }
        }
    }
}
