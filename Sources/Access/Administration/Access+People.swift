import Scenes
import Stores

/// A person to be inserted.
struct NewPerson: Sendable {
    let name: String
    let hash: String
    let roles: Set<String>

    /// Inserts the person, and returns the id.
    func insert(_ transaction: AccessTransaction) throws -> String {
        guard try transaction.rows("SELECT 1 FROM {Person} WHERE Name = ?", name, as: Int.self).isEmpty else {
            throw SignInError.invalid(field: "name", reason: "There is a person of this name already.")
        }
        try transaction.run(
            "INSERT INTO {Person}(Name, Password, Roles) VALUES (?, ?, ?)", name, hash, RoleNames.write(roles))
        try AuditEvent("person added", who: name, via: "command", detail: roles.isEmpty ? nil : RoleNames.write(roles))
            .add(to: transaction)
        return try transaction.rows("SELECT CAST(Id AS TEXT) FROM {Person} WHERE Name = ?", name, as: String.self)[0]
    }
}

/// A person as `oriel user list` prints it.
package struct PersonSummary: Decodable, Sendable {
    package let id: String
    package let name: String
    package let roles: String
    package let isActive: Bool
    package let sessions: Int
    package let hasSecondFactor: Bool
    /// Whether too many attempts to sign in have failed (``Throttle``).
    package fileprivate(set) var isLocked = false

    private enum CodingKeys: CodingKey {
        case id, name, roles, isActive, sessions, hasSecondFactor
    }
}

// The administration of people in the database of access, by programs on this machine.
extension Access {
    /// Checks a new name and password, and hashes the password.
    func newPerson(_ name: String, _ password: String, roles: Set<String>) async throws(SignInError) -> NewPerson {
        try Self.check(name: name, roles: roles)
        return NewPerson(name: name, hash: try await hash(password, of: name), roles: roles)
    }

    static func check(name: String, roles: Set<String>) throws(SignInError) {
        guard name.isPrintable, (1...longestName).contains(name.utf8.count), name.first != " ", name.last != " " else {
            throw .invalid(
                field: "name",
                reason: "A name has 1 to \(longestName) bytes, no control characters, and no space at its ends.")
        }
        for role in roles where RoleNames.read(role) != [role] {
            throw .invalid(field: "roles", reason: "A role is one word without commas and quotation marks.")
        }
    }

    /// Hashes a new password.
    func hash(_ password: String, of name: String) async throws(SignInError) -> String {
        if let fault = Password.fault(password, words: [name]) { throw .invalid(field: "password", reason: fault) }
        guard let hash = try await hashing.run({ Password.hash(password) }) else {
            throw .invalid(field: "password", reason: "The system cannot hash this password.")
        }
        return hash
    }

    /// Adds a person. Does nothing if the name exists.
    ///
    /// - Returns: Whether the person was added.
    package func addPerson(_ name: String, password: String, roles: Set<String>) async throws(SignInError) -> Bool {
        let known: [Int] = try await translated {
            try await self.store.rows("SELECT 1 FROM {Person} WHERE Name = ?", name)
        }
        guard known.isEmpty else { return false }
        let new = try await newPerson(name, password, roles: roles)
        return try await translated {
            try await self.store.transaction { transaction in
                let others: [Int] = try transaction.rows("SELECT 1 FROM {Person} WHERE Name = ?", name)
                guard others.isEmpty else { return false }
                _ = try new.insert(transaction)
                return true
            }
        }
    }

    /// Changes a password. Ends the person's sessions, and the keys that the person made unless they are to stay.
    package func setPassword(_ password: String, of name: String, keepingKeys: Bool) async throws(SignInError) {
        let hash = try await hash(password, of: name)
        try await change(name, "password changed") { transaction, id in
            try transaction.run("UPDATE {Person} SET Password = ? WHERE Id = ?", hash, id)
            try transaction.run("DELETE FROM {Session} WHERE Person = ?", id)
            try transaction.run("DELETE FROM {Browser} WHERE Person = ?", id)
            try transaction.run("DELETE FROM {SignInLink} WHERE Person = ?", id)
            if !keepingKeys { try transaction.run("DELETE FROM {Key} WHERE Person = ?", id) }
        }
    }

    /// Lets a person sign in, or not. What is open ends at once.
    package func setActive(_ isActive: Bool, of name: String) async throws(SignInError) {
        try await change(name, isActive ? "person enabled" : "person disabled") { transaction, id in
            try transaction.run("UPDATE {Person} SET IsActive = ? WHERE Id = ?", isActive, id)
            if isActive { try Throttle(name: name, browser: nil, network: nil).unlock(transaction) }
        }
    }

    /// Ends all sessions of a person, and the tokens of an issuer that have the name as name or `sub`.
    ///
    /// - Parameter acceptsTokens: Whether a person may be known to the issuer only.
    package func signOut(_ name: String, acceptsTokens: Bool = false) async throws(SignInError) {
        let now = now()
        try await translated {
            try await self.store.transaction { transaction in
                let ids = try transaction.rows(
                    "SELECT CAST(Id AS TEXT) FROM {Person} WHERE Name = ?", name, as: String.self)
                guard !ids.isEmpty || acceptsTokens else { throw Self.noPerson }
                for id in ids {
                    try transaction.run("DELETE FROM {Session} WHERE Person = ?", id)
                    try transaction.run("DELETE FROM {SignInLink} WHERE Person = ?", id)
                }
                try Self.endTokens(of: name, at: now, transaction)
                try AuditEvent("signed out", who: name, via: "command").add(to: transaction)
            }
        }
    }

    /// Links an account at a service to a person, or removes the link and ends the sessions of the person.
    package func link(
        issuer: String, subject: String, to name: String, isRemoved: Bool
    ) async throws(SignInError) {
        try await change(name, isRemoved ? "account unlinked" : "account linked") { transaction, id in
            guard isRemoved else {
                try transaction.run(
                    "INSERT INTO {Account}(Issuer, Subject, Person) VALUES (?, ?, ?) "
                        + "ON CONFLICT (Issuer, Subject) DO UPDATE SET Person = excluded.Person", issuer, subject, id)
                return
            }
            guard
                try transaction.run(
                    "DELETE FROM {Account} WHERE Issuer = ? AND Subject = ? AND Person = ?", issuer, subject, id) == 1
            else { throw SignInError.invalid(field: "subject", reason: "\(name) has no such account.") }
            try transaction.run("DELETE FROM {Session} WHERE Person = ?", id)
        }
    }

    /// The people, by name.
    package func listPeople() async throws(SignInError) -> [PersonSummary] {
        var people: [PersonSummary] = try await translated {
            try await self.store.rows(
                "SELECT CAST(Id AS TEXT) AS id, Name AS name, Roles AS roles, IsActive AS isActive, "
                    + "(SELECT count(*) FROM {Session} WHERE Person = CAST(People.Id AS TEXT)) AS sessions, "
                    + "EXISTS (SELECT 1 FROM {Factor} WHERE Person = CAST(People.Id AS TEXT)) AS hasSecondFactor "
                    + "FROM {Person} AS People ORDER BY Name"
            )
        }
        let subjects: [String] = try await translated { try await self.store.rows("SELECT Subject FROM {Lock}") }
        let locked = Set(subjects)
        for index in people.indices {
            let throttle = Throttle(name: people[index].name, browser: nil, network: nil)
            people[index].isLocked = locked.contains(throttle.owner)
        }
        return people
    }

    /// There is no person of a name.
    nonisolated static var noPerson: SignInError {
        .invalid(field: "name", reason: "There is no person of this name.")
    }

    /// Changes a person, and records the event, if there is one.
    func change(
        _ name: String, _ event: String?, _ body: @escaping @Sendable (AccessTransaction, String) throws -> Void
    ) async throws(SignInError) {
        try await translated {
            try await self.store.transaction { transaction in
                let ids = try transaction.rows(
                    "SELECT CAST(Id AS TEXT) FROM {Person} WHERE Name = ?", name, as: String.self)
                guard let id = ids.first else { throw Self.noPerson }
                try body(transaction, id)
                if let event { try AuditEvent(event, who: name, via: "command").add(to: transaction) }
            }
        }
    }
}
