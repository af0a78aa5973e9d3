import Scenes
import Stores
import ViewModels

extension Access {
    /// Whether people are in the database of access.
    package var changesPasswords: Bool { people.isOwn }

    /// Changes the password of a session's person, and begins a new session with a new token.
    package func changePassword(
        _ change: PasswordChange, of identity: Identity
    ) async throws(SignInError) -> SignedIn {
        guard identity.way == .session, identity.looker == nil,
            let row = known.everything.first(where: { $0.identity === identity })?.row
        else { throw .wrong }
        guard people.isOwn else {
            throw .invalid(field: "password", reason: "Your password is changed where your account is kept.")
        }
        if let fault = Password.fault(change.new, words: [identity.principal.name]) {
            throw .invalid(field: "password", reason: fault)
        }
        guard change.new != change.current else {
            throw .invalid(field: "password", reason: "This is the present password. Choose another.")
        }
        return try await translated { try await self.hashing.withPlace { try await self.change(change, row) } }
    }

    /// Changes a password, with a place in the queue of hashes.
    private func change(_ change: PasswordChange, _ id: String) async throws -> SignedIn {
        let sessions = try await store.rows("\(SessionRow.select) WHERE Id = ?", id, as: SessionRow.self)
        guard let row = sessions.first, let person = try await people.person(row.Person), person.isActive else {
            throw SignInError.wrong
        }
        let throttle = Throttle(name: person.name, browser: row.Browser, network: change.attempt.network)
        let now = now()
        let former = try await store.transaction { try throttle.admit($0, at: now) }
        let (current, hash) = (change.current, person.password ?? Password.dummy)
        guard await hashing.perform({ Password.checks(current, hash) }), person.password != nil else {
            throw SignInError.invalid(field: "current", reason: "The present password is wrong.")
        }
        let new = try await self.hash(change.new, of: person.name)
        var attempt = change.attempt
        attempt.stays = row.Idle >= lifetimes.staying.seconds
        return try await begin(attempt, for: person, row.Browser) { [attempt] transaction in
            let changed = try transaction.run(
                "UPDATE Person SET Password = ? WHERE Id = ? AND Password = ? AND IsActive", new, person.id, hash)
            guard changed == 1 else { throw SignInError.wrong }
            try throttle.succeed(former, at: now, transaction)
            if !change.keepsSessions {
                try transaction.run("DELETE FROM Session WHERE Person = ?", person.id)
                try transaction.run("DELETE FROM Browser WHERE Person = ? AND Id <> ?", person.id, row.Browser)
            }
            if !change.keepsKeys { try transaction.run("DELETE FROM Key WHERE Person = ?", person.id) }
            try AuditEvent("password changed", who: person.name, via: "session", network: attempt.network)
                .add(to: transaction)
            return "password"
        }
    }
}
