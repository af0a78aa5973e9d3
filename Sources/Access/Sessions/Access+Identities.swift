import Cryptography
import Loop
import Scenes
import Lists
import Stores
import ViewModels

extension Access: Authenticator {
    package func checkIsCurrent() -> Bool { endings.checkIsCurrent() && people.checkIsCurrent() }

    /// How often it is checked whether the databases are current, while they are not. Mostly they are within a
    /// millisecond. While others commit many times a second, they are current for some milliseconds at a time.
    private static let pause = Duration.milliseconds(1)
    /// The pause while the database of access cannot be read.
    private static let longPause = Duration.milliseconds(100)

    package func whenCurrent(_ body: @escaping @SceneActor () -> Void) {
        guard !checkIsCurrent() else { return body() }
        EventLoop.shared.after(store.store.problem == nil ? Self.pause : Self.longPause) { [weak self] in
            self?.whenCurrent(body)
        }
    }

    package func identify(
        _ credential: Credential, _ body: @escaping @SceneActor (Result<Identity?, SignInError>) -> Void
    ) {
        guard let proof = Proof(credential, acceptsTokens: webTokens != nil) else { return body(.success(nil)) }
        if knowsCommits, checkIsCurrent(), let found = known[proof.kind, proof.row] {
            return body(.success(proof.isRight(found.secret) ? use(found) : nil))
        }
        Task { @SceneActor in
            do throws(SignInError) {
                body(.success(try await read(proof).map { use($0) }))
            } catch {
                body(.failure(error))
            }
        }
    }

    /// Records a use. The row is updated after a tenth of the idle time.
    private func use(_ found: KnownIdentities.Known) -> Identity {
        found.identity.recordUse()
        let (now, row) = (now(), found.row)
        guard found.kind == .session, now - found.written > lifetimes.idle.seconds / 10 else { return found.identity }
        found.written = now
        Task { @SceneActor in
            try? await store.transaction { try $0.run("UPDATE {Session} SET Used = ? WHERE Id = ?", now, row) }
        }
        return found.identity
    }

    /// Returns the identity of a proof. Reads its row, and the row of its person, unless they are known. Reads again if
    /// something has ended meanwhile.
    private func read(_ proof: Proof) async throws(SignInError) -> KnownIdentities.Known? {
        do throws(StoreError) {
            while true {
                guard await settle() else { throw .locked }
                if let known = known[proof.kind, proof.row] { return proof.isRight(known.secret) ? known : nil }
                let count = endCount
                let found =
                    switch proof.kind {
                    case .session: try await session(proof.row)
                    case .key: try await key(proof)
                    case .token: try await token(proof)
                    }
                guard await settle() else { throw .locked }
                guard endCount == count else { continue }
                if let known = known[proof.kind, proof.row] { return proof.isRight(known.secret) ? known : nil }
                guard let found, found.identity.end == nil else { return nil }
                known.insert(found)
                if let end = found.end { schedule(found, at: end) }
                return found
            }
        } catch {
            throw .unavailable(error.message)
        }
    }

    /// The longest wait for the databases to be current. On a busy machine, that takes a second or two.
    private static let patience = Duration.seconds(10)

    /// Whether ``checkIsCurrent()`` tells of every commit. Otherwise a request waits for a reading.
    private var knowsCommits: Bool { people.knowsCommits && store.store.knowsCommits }

    /// Waits until the databases are current.
    ///
    /// - Returns: Whether they are.
    private func settle() async -> Bool {
        let start = ContinuousClock.now
        guard await people.read() else { return false }
        if !store.store.knowsCommits {
            if !endings.isRead(since: start) {
                await EventLoop.suspension { [store] continuation in store.store.whenShown { continuation.resume() } }
            }
            guard endings.isRead(since: start) else { return false }
        }
        let deadline = ContinuousClock.now + Self.patience
        while !checkIsCurrent(), .now < deadline { await EventLoop.shared.pause(Self.pause) }
        return checkIsCurrent()
    }

    private func session(_ id: String) async throws(StoreError) -> KnownIdentities.Known? {
        guard let row = try await store.rows("\(SessionRow.select) WHERE Id = ?", id, as: SessionRow.self).first,
            row.end > now(), let person = try await people.follow(row.Person), person.isActive
        else { return nil }
        let principal = Principal(.person, id: person.id, name: person.name, roles: person.roles)
        var identity = Identity(
            principal, visitor: Session.browserPrefix + row.Browser,
            changesPassword: people.isOwn && person.hasPassword)
        let seen = try await personSeen(by: principal, row)
        if let seen { identity = Identity(seen, visitor: "look-\(row.Id)", looker: principal) }
        let known = KnownIdentities.Known(
            identity, row: id, kind: .session, person: person.id, written: row.Used)
        (known.end, known.seen) = (row.end, seen?.id)
        return known
    }

    /// Reads a key. A key of a person acts as that person, with the roles that both have, and ends with the person.
    private func key(_ proof: Proof) async throws(StoreError) -> KnownIdentities.Known? {
        guard let row = try await store.rows("\(KeyRow.select) WHERE Id = ?", proof.row, as: KeyRow.self).first,
            proof.isRight(row.Secret), row.Ends ?? .infinity > now()
        else { return nil }
        var roles = RoleNames.read(row.Roles)
        var principal = Principal(.program, id: row.Id, name: row.Name, roles: roles, tables: row.tables)
        if let id = row.Person {
            guard let person = try await people.follow(id), person.isActive else { return nil }
            if !person.roles.contains(Principal.admin) { roles.formIntersection(person.roles) }
            principal = Principal(.person, id: person.id, name: person.name, roles: roles, tables: row.tables)
        }
        let known = KnownIdentities.Known(
            Identity(
                principal, visitor: "key-\(row.Id)", way: .key, key: row.Id,
                networks: row.Networks.split(separator: " ").map(String.init)),
            row: row.Id, kind: .key, person: row.Person, written: 0)
        (known.secret, known.end) = (row.Secret, row.Ends)
        return known
    }
}

extension Access {
    /// Returns the holder of a token that is valid now. Records why any other is refused.
    private func token(_ proof: Proof) async throws(StoreError) -> KnownIdentities.Known? {
        guard let webTokens else { return nil }
        let now = now()
        let found = Result { () throws(WebToken.Fault) in try webTokens.token(proof.text, at: now) }
        switch found {
        case .success(let token) where try await !isSignedOut(token):
            let identity = Identity(token.principal, visitor: "token-\(token.principal.id)", way: .token)
            let known = KnownIdentities.Known(identity, row: proof.row, kind: .token, person: nil, written: 0)
            known.end = token.end
            return known
        case .success: recordRefusal(.signedOut)
        case .failure(let fault): recordRefusal(fault)
        }
        return nil
    }

    private func recordRefusal(_ fault: WebToken.Fault) {
        audit(AuditEvent("token refused", who: "", via: "token", detail: fault.rawValue))
    }

    /// Ends the identities of all tokens, because the issuer has other keys. A valid token gets a new
    /// identity with its next request.
    func endTokens() {
        endCount += 1  // a token may have been verified with the former keys, and not be known yet
        for found in known.everything where found.kind == .token { end(found, .revoked) }
    }

    /// Ends the identities that the endings name, or all identities for `nil`.
    func end(_ endings: [Ending]?) {
        endCount += 1
        guard let endings else { return known.everything.forEach { end($0, .revoked) } }
        for ending in endings {
            let reason = Identity.End(rawValue: ending.reason) ?? .revoked
            switch ending.kind {
            case "person":
                // A session goes on when the person changes as whom its administrator looks.
                for found in known.identities(of: ending.subject) {
                    end(found, found.person == ending.subject ? reason : .changed)
                }
            case "key": known[.key, ending.subject].map { end($0, reason) }
            case "all": for found in known.everything { end(found, reason) }
            case "token": for found in tokens(of: ending.subject) { end(found, reason) }
            default: known[.session, ending.subject].map { end($0, reason) }
            }
        }
    }

    private func end(_ found: KnownIdentities.Known, _ reason: Identity.End) {
        endCount += 1
        known.remove(found)
        for person in found.people where known.identities(of: person).isEmpty { people.forget(person) }
        found.identity.end(reason)
    }

    /// Ends an identity at a time. A session that was used since, in any process, goes on.
    private func schedule(_ found: KnownIdentities.Known, at time: Double) {
        found.timer = EventLoop.shared.after(.seconds(max(0, time - now()))) { [weak self, weak found] in
            guard let self, let found else { return }
            Task { @SceneActor in await self.check(found) }
        }
    }

    private func check(_ found: KnownIdentities.Known) async {
        guard found.kind == .session else { return end(found, .expired) }
        let (row, used) = (found.row, now() - (ContinuousClock.now - found.identity.lastUse) / .seconds(1))
        let rows = try? await store.transaction { transaction in
            try transaction.run("UPDATE {Session} SET Used = ?1 WHERE Id = ?2 AND Used < ?1", used, row)
            return try transaction.rows("\(SessionRow.select) WHERE Id = ?", row, as: SessionRow.self)
        }
        guard let rows else { return schedule(found, at: now() + 1) }  // the database cannot be written now
        guard let end = rows.first?.end, end > now() else { return self.end(found, .expired) }
        schedule(found, at: end)
    }
}

/// A parsed credential: the row to read, and the digest to compare.
private struct Proof {
    let kind: Credential.Kind
    /// The id of the row.
    let row: String
    /// The credential.
    let text: String
    /// The digest of a key's secret; `nil` for a session or a web token, whose row is the digest of the whole text.
    private let digest: String?

    /// Reads a credential; `nil` for text that cannot be one.
    init?(_ credential: Credential, acceptsTokens: Bool) {
        switch credential {
        case .session(let token):
            guard token.utf8.count == 64 else { return nil }
            (kind, row, digest, text) = (.session, Token.digest(token), nil, token)
        case .key(let text) where acceptsTokens && WebToken.isOne(text):
            (kind, row, digest, self.text) = (.token, Token.digest(text), nil, text)
        case .key(let text):
            guard let token = KeyToken(text) else { return nil }
            (kind, row, digest, self.text) = (.key, token.id, Token.digest(token.secret), text)
        }
    }

    /// Whether the row belongs to the credential.
    func isRight(_ secret: String) -> Bool { digest.map { ConstantTime.areEqual($0, secret) } ?? true }
}

extension Duration {
    var seconds: Double { self / .seconds(1) }
}
