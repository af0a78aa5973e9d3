import Scenes
import Stores
import ViewModels

/// A key as `oriel key list` prints it.
package struct KeySummary: Decodable, Sendable {
    package let id: String
    package let name: String
    /// The name of the person for whom the key acts; the id if the people are in the served database.
    package let person: String?
    package let roles: String
    /// The networks that may use the key, with spaces between them.
    package let networks: String
    /// The only tables that the key may use, one a line.
    package let tables: String
    package let ends: Double?
}

/// The properties of a new key.
package struct NewKey: Sendable {
    package var name: String
    package var roles: Set<String>
    /// The name of the person whose rights limit the key, and with whom it ends.
    package var person: String?
    /// The time until the key ends, in days; `nil` for no end.
    package var days: Int?
    /// The networks that may use the key; empty for all.
    package var networks: [String]
    /// The only tables that the key may use, among those that the rules grant to its roles; empty for all.
    package var tables: [String] = []

    package init(name: String, roles: Set<String>, person: String? = nil, days: Int? = nil, networks: [String] = []) {
        (self.name, self.roles, self.person, self.days, self.networks) = (name, roles, person, days, networks)
    }
}

// The keys of programs.
extension Access {
    /// Adds a key, and returns its token. Only the digest of the token is kept.
    package func addKey(_ key: NewKey) async throws(SignInError) -> String {
        guard (1...Self.longestName).contains(key.name.utf8.count), key.name.isPrintable else {
            throw .invalid(
                field: "name",
                reason: "A key has a name of 1 to \(Self.longestName) bytes and no control characters.")
        }
        guard key.tables.isEmpty || !key.roles.contains(Principal.admin), !key.tables.contains(where: Self.isNoTable)
        else {
            throw .invalid(
                field: "tables", reason: "A key for some tables is no administrator's. A table has a name in one line.")
        }
        let (token, end) = (KeyToken(), key.days.map { now() + Double($0) * 86_400 })
        try await translated {
            var maker: Person?
            if let name = key.person {
                maker = try await self.people.person(named: name)
                guard maker != nil else {
                    throw SignInError.invalid(field: "person", reason: "There is no person of this name.")
                }
            }
            let person = maker?.id
            try await self.store.transaction { transaction in
                try transaction.run(
                    "INSERT INTO {Key}(Id, Name, Person, Secret, Roles, Networks, Ends, Tables) "
                        + "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    token.id, key.name, person, Token.digest(token.secret), RoleNames.write(key.roles),
                    key.networks.joined(separator: " "), end, key.tables.joined(separator: "\n"))
                try AuditEvent("key added", who: key.person ?? "", via: "command", detail: "\(key.name) \(token.id)")
                    .add(to: transaction)
            }
        }
        return token.text
    }

    private static func isNoTable(_ name: String) -> Bool { name.isEmpty || name.utf8.contains(UInt8(ascii: "\n")) }

    /// Removes a key. What it has open ends at once.
    ///
    /// - Returns: Whether the key existed.
    package func revokeKey(_ id: String) async throws(SignInError) -> Bool {
        try await translated {
            try await self.store.transaction { transaction in
                guard try transaction.run("DELETE FROM {Key} WHERE Id = ?", id) == 1 else { return false }
                try AuditEvent("key revoked", who: "", via: "command", detail: id).add(to: transaction)
                return true
            }
        }
    }

    /// The keys, by name.
    ///
    /// - Parameter namesPeople: Whether the people are in this database, so that their names are known.
    package func listKeys(namesPeople: Bool) async throws(SignInError) -> [KeySummary] {
        let name = namesPeople ? "(SELECT Name FROM {Person} WHERE CAST(Id AS TEXT) = Keys.Person)" : "Person"
        return try await translated {
            try await self.store.rows(
                "SELECT Id AS id, Name AS name, Roles AS roles, Networks AS networks, Tables AS tables, Ends AS ends, "
                    + "\(name) AS person "
                    + "FROM {Key} AS Keys ORDER BY Name, Id")
        }
    }
}
