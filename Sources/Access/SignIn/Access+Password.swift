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
        let session = try ownSession(of: identity).row
        if let fault = Password.fault(change.new, words: [identity.principal.name]) {
            throw .invalid(field: "password", reason: fault)
        }
        guard change.new != change.current else {
            throw .invalid(field: "password", reason: "This is the present password. Choose another.")
        }
        return try await translated {
            let proof = try await self.prove(
                change.current, field: "current", ofSession: session, from: change.attempt.network)
            return try await self.change(change, proof)
        }
    }

    private func change(_ change: PasswordChange, _ proof: PasswordProof) async throws -> SignedIn {
        let (person, session) = (proof.person, proof.session)
        let new = try await hash(change.new, of: person.name)
        var attempt = change.attempt
        attempt.stays = session.Idle >= lifetimes.staying.seconds
        return try await begin(attempt, for: person, session.Browser) { [attempt] transaction in
            try proof.confirm(transaction)
            try transaction.run("UPDATE {Person} SET Password = ? WHERE Id = ?", new, person.id)
            if !change.keepsSessions {
                try transaction.run("DELETE FROM {Session} WHERE Person = ?", person.id)
                try transaction.run("DELETE FROM {Browser} WHERE Person = ? AND Id <> ?", person.id, session.Browser)
            }
            if !change.keepsKeys { try transaction.run("DELETE FROM {Key} WHERE Person = ?", person.id) }
            try AuditEvent("password changed", who: person.name, via: "session", network: attempt.network)
                .add(to: transaction)
            return "password"
        }
    }
}
