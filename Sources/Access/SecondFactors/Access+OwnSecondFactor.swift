import Cryptography
import Scenes
import Stores

// A person's own change of the second factor, with the password and a code.

extension Access {
    package func secondFactor(
        of identity: Identity, server: String, secret: String?
    ) async throws(SignInError) -> SecondFactorState {
        let id = try ownSession(of: identity).person ?? ""
        let codes = secret.flatMap(TimeCode.init(base32:)) ?? TimeCode()
        return try await translated {
            guard let person = try await self.people.person(id) else { throw SignInError.wrong }
            guard person.hasPassword else {
                throw SignInError.invalid(
                    field: "password", reason: "You have no password here: you sign in at a service.")
            }
            let counts: [Int] = try await self.store.rows(
                "SELECT (SELECT count(*) FROM {RecoveryCode} WHERE Person = ?1) FROM {Factor} WHERE Person = ?1", id)
            if let count = counts.first { return .present(recoveryCodes: count) }
            return .missing(secret: codes.base32, address: codes.address(of: person.name, at: server))
        }
    }

    package func changeSecondFactor(
        _ change: SecondFactorChange, of identity: Identity
    ) async throws(SignInError) -> [String] {
        let session = try ownSession(of: identity).row
        try Self.check(code: change.code)
        let (code, new, now) = (change.code, RecoveryCode.makeAll(), now())
        return try await translated {
            let proof = try await self.prove(
                change.password, field: "password", ofSession: session, from: change.network)
            let (id, name) = (proof.person.id, proof.person.name)
            return try await self.store.transaction { transaction in
                try proof.confirm(transaction)
                let event: String
                switch change.kind {
                case .add(let secret):
                    try SecondFactor.add(secret, provenBy: code, new, to: id, at: now, transaction)
                    event = "second factor added"
                case .renewRecoveryCodes:
                    try SecondFactor.prove(code, of: id, at: now, transaction)
                    try RecoveryCode.replace(by: new, of: id, transaction)
                    event = "recovery codes renewed"
                case .remove:
                    try SecondFactor.prove(code, of: id, at: now, transaction)
                    _ = try SecondFactor.remove(from: id, transaction)
                    event = "second factor removed"
                }
                try AuditEvent(event, who: name, via: "session", network: change.network).add(to: transaction)
                return if case .remove = change.kind { [] } else { new.map(\.text) }
            }
        }
    }
}
