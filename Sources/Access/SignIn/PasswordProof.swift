import Scenes
import Stores

/// A person's password, typed in a session and found right, as before a change of how the person signs in.
struct PasswordProof: Sendable {
    let person: Person
    let session: SessionRow
    /// The hash of the password.
    let hash: String
    fileprivate let throttle: Throttle
    fileprivate let former: [Throttle.Former]
    fileprivate let time: Double

    /// Ends the count of wrong attempts, in the transaction of the change.
    ///
    /// - Throws: ``SignInError/wrong`` if the password has changed meanwhile, or the person was disabled.
    func confirm(_ transaction: AccessTransaction) throws {
        try Access.check(person.id, hasPassword: hash, transaction)
        try throttle.succeed(former, at: time, transaction)
    }
}

extension Access {
    /// Returns the session of an identity, in which the person may change how to sign in.
    func ownSession(of identity: Identity) throws(SignInError) -> KnownIdentities.Known {
        guard identity.way == .session, identity.looker == nil,
            let session = known.everything.first(where: { $0.identity === identity })
        else { throw .wrong }
        guard people.isOwn else {
            throw .invalid(field: "password", reason: "Your password is changed where your account is kept.")
        }
        return session
    }

    /// Checks the password of a session's person. An attempt counts as a failure until it is confirmed.
    ///
    /// - Parameter field: The field of the password, for an error.
    func prove(
        _ password: String, field: String, ofSession id: String, from network: String?
    ) async throws -> PasswordProof {
        guard !password.utf8.contains(0), password.utf8.count <= Password.sizes.upperBound else {
            throw SignInError.invalid(field: field, reason: "The present password is wrong.")
        }
        return try await hashing.withPlace {
            let sessions = try await self.store.rows("\(SessionRow.select) WHERE Id = ?", id, as: SessionRow.self)
            guard let session = sessions.first, let person = try await self.people.person(session.Person),
                person.isActive
            else { throw SignInError.wrong }
            let throttle = Throttle(name: person.name, browser: session.Browser, network: network)
            let now = self.now()
            let former = try await self.store.transaction { try throttle.admit($0, at: now) }
            let hash = person.password ?? Password.dummy
            guard await self.hashing.perform({ Password.checks(password, hash) }), person.password != nil else {
                throw SignInError.invalid(field: field, reason: "The present password is wrong.")
            }
            return PasswordProof(
                person: person, session: session, hash: hash, throttle: throttle, former: former, time: now)
        }
    }
}
