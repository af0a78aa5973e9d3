import Scenes
import Stores
import ViewModels

// More of the administration of people: roles, removal, and links for new browsers.

extension Access {
    /// How long a link for a new browser is valid, in seconds.
    private nonisolated static let linkTime = 1_800.0

    /// Changes the roles of a person. What is open ends, and begins again with the new roles.
    package func setRoles(_ roles: Set<String>, of name: String) async throws(SignInError) {
        try Self.check(name: name, roles: roles)
        try await change(name, nil) { transaction, id in  // a trigger records the event
            try transaction.run("UPDATE {Person} SET Roles = ? WHERE Id = ?", RoleNames.write(roles), id)
        }
    }

    /// Removes a person, with the sessions and keys.
    package func removePerson(_ name: String) async throws(SignInError) {
        try await change(name, "person removed") { transaction, id in
            try transaction.run("DELETE FROM {Person} WHERE Id = ?", id)
        }
    }

    /// Returns the token of a one-time link with which a new browser of a person is admitted. Its attempts to sign in
    /// are counted apart, so that guesses from elsewhere do not delay or lock them.
    package func browserLink(for name: String) async throws(SignInError) -> String {
        let (token, now) = (Token.make(), now())
        try await change(name, "browser link made") { transaction, id in
            try transaction.run("DELETE FROM {BrowserLink} WHERE Ends < ?", now)
            try transaction.run(
                "INSERT INTO {BrowserLink} VALUES (?, ?, ?)", Token.digest(token), id, now + Self.linkTime)
        }
        return token
    }

    package func admitBrowser(_ link: String, from network: String?) async throws(SignInError) -> String {
        let (id, browser, now) = (Token.digest(link), Token.make(), now())
        return try await translated {
            try await self.store.transaction { transaction in
                let people = try transaction.rows(
                    "SELECT Person FROM {BrowserLink} WHERE Id = ? AND Ends > ?", id, now, as: String.self)
                guard let person = people.first else {
                    throw SignInError.invalid(
                        field: "link", reason: "This link was used already, or is too old. Ask for a new one.")
                }
                try transaction.run("DELETE FROM {BrowserLink} WHERE Id = ?", id)
                try transaction.run("INSERT INTO {Browser} VALUES (?, ?, ?)", Token.digest(browser), person, now)
                let names = try transaction.rows(
                    "SELECT Name FROM {Person} WHERE CAST(Id AS TEXT) = ?", person, as: String.self)
                try AuditEvent("browser admitted", who: names.first ?? person, via: "link", network: network)
                    .add(to: transaction)
                return browser
            }
        }
    }

    /// Returns the active person with a name, otherwise the one with that id; `nil` for an unknown person.
    package func principal(of person: String) async throws(SignInError) -> Principal? {
        try await translated {
            var found = try await self.people.person(named: person)
            if found == nil { found = try await self.people.person(person) }
            guard let found, found.isActive else { return nil }
            return Principal(.person, id: found.id, name: found.name, roles: found.roles)
        }
    }
}
