import Loop
import Scenes
import Lists
import Stores
import ViewModels

extension Access {
    /// The longest name, in bytes.
    static let longestName = 200
    /// The longest code of a second factor, in bytes.
    private static let longestCode = 100

    package func signIn(_ attempt: SignInAttempt) async throws(SignInError) -> SignInResult {
        try Self.check(code: attempt.code)
        if let step = attempt.step, attempt.name.isEmpty {
            return try await translated { .signedIn(try await self.finish(attempt, step)) }
        }
        guard (1...Self.longestName).contains(attempt.name.utf8.count), !attempt.name.utf8.contains(0) else {
            throw .invalid(field: "name", reason: "A name has 1 to \(Self.longestName) bytes.")
        }
        guard !attempt.password.utf8.contains(0), attempt.password.utf8.count <= Password.sizes.upperBound else {
            throw .invalid(
                field: "password", reason: "A password has \(Password.sizes.upperBound) bytes at most, and no NUL.")
        }
        do throws(SignInError) {
            return try await translated { try await self.hashing.withPlace { try await self.check(attempt) } }
        } catch {
            recordDelay(error, of: attempt)
            throw error
        }
    }

    /// Throws for a code that is too long to be one.
    static func check(code: String) throws(SignInError) {
        guard code.utf8.count <= longestCode else {
            throw .invalid(field: "code", reason: "A code has \(longestCode) bytes at most.")
        }
    }

    /// Records an attempt whose password was not checked. Such attempts are recorded once a second at most.
    private func recordDelay(_ error: SignInError, of attempt: SignInAttempt) {
        let reason: String
        switch error {
        case .tooMany: reason = "too many attempts"
        case .busy: reason = "busy"
        case .locked: reason = "locked"
        default: return
        }
        audit(
            AuditEvent(
                "sign-in delayed", who: "", via: "password", network: attempt.network,
                detail: "\(attempt.name): \(reason)"))
    }

    /// Checks an attempt that has a place in the queue of hashes.
    private func check(_ attempt: SignInAttempt) async throws -> SignInResult {
        let person = try await people.person(named: attempt.name)
        let browser = try await browser(attempt.browser, of: person)
        // A database may take several spellings for one name.
        let throttle = Throttle(name: person?.name ?? attempt.name, browser: browser, network: attempt.network)
        let (now, name, network) = (now(), attempt.name, attempt.network)
        let former = try await store.transaction { [lockAfter] transaction in
            try throttle.refuseLocked(after: lockAfter, at: now, transaction)
            let former = try throttle.admit(transaction, at: now)
            try throttle.lock(after: lockAfter, at: now, transaction)
            return former
        }
        let (password, hash) = (attempt.password, person?.password ?? Password.dummy)
        let isRight = await hashing.perform { Password.checks(password, hash) }
        // The password may have changed, or the person been disabled, while this one was checked.
        guard isRight, let person, person.password != nil,
            let present = try await people.person(named: attempt.name), present.id == person.id,
            present.password == hash, present.isActive
        else {
            try await store.transaction {
                try AuditEvent("sign-in refused", who: name, via: "password", network: network).add(to: $0)
            }
            throw SignInError.wrong
        }
        let proven = await renewed(hash, of: person.id, by: password)
        do {
            let signedIn = try await begin(attempt, for: person, browser) { [isOwn = people.isOwn] transaction in
                try throttle.succeed(former, at: now, transaction)
                guard isOwn else { return "password" }
                try Self.check(person.id, hasPassword: proven, transaction)
                guard let factor = try SecondFactor.find(of: person.id, transaction) else { return "password" }
                guard !attempt.code.isEmpty else { throw SignInError.needsCode }
                return try factor.accept(attempt.code, of: person.id, at: now, transaction).rawValue
            }
            return .signedIn(signedIn)
        } catch SignInError.needsCode {
            return try await beginSecondStep(attempt, for: person, hasPassword: proven) {
                try throttle.withdraw(former, at: now, $0)
            }
        } catch SignInError.wrongCode {
            throw await refused(person.name, attempt)
        }
    }

    /// Throws if the password of a person has changed meanwhile, or the person was disabled. A new password deletes the
    /// sessions, so no session may begin with the old password afterwards.
    nonisolated static func check(_ person: String, hasPassword hash: String, _ transaction: AccessTransaction) throws {
        let found: [Int] = try transaction.rows(
            "SELECT 1 FROM {Person} WHERE Id = ? AND Password = ? AND IsActive", person, hash)
        guard !found.isEmpty else { throw SignInError.wrong }
    }

    /// Replaces an outdated hash, and returns the present one. The hashes of another program's table stay, because the
    /// program may not know newer kinds.
    private func renewed(_ hash: String, of person: String, by password: String) async -> String {
        guard people.isOwn, Password.isOutdated(hash),
            let new = await hashing.perform({ Password.hash(password) }),
            (try? await people.replace(hash, by: new, of: person)) != nil
        else { return hash }
        return new
    }

    /// Returns the id of a browser that has signed this person in before.
    func browser(_ token: String?, of person: Person?) async throws -> String? {
        guard let token, token.utf8.count == 64, let person else { return nil }
        let found: [String] = try await store.rows(
            "SELECT Id FROM {Browser} WHERE Id = ? AND Person = ?", Token.digest(token), person.id)
        return found.first
    }

    /// Begins a session with a new token. Ends the one that it replaces. `check` is called first in the transaction,
    /// and returns how the person has proven to be the person, for the audit.
    func begin(
        _ attempt: SignInAttempt, for person: Person, _ known: String?,
        _ check: @escaping @Sendable (AccessTransaction) throws -> String
    ) async throws -> SignedIn {
        let (now, token) = (now(), Token.make())
        let browser = (known == nil ? nil : attempt.browser) ?? Token.make()
        let total = attempt.stays ? lifetimes.staying : lifetimes.total
        let idle = attempt.stays ? lifetimes.staying : lifetimes.idle
        let former = attempt.former.map(Token.digest)
        try await store.transaction { transaction in
            let way = try check(transaction)
            if let former { try transaction.run("DELETE FROM {Session} WHERE Id = ?", former) }
            try transaction.run(
                "INSERT INTO {Browser} VALUES (?, ?, ?) ON CONFLICT (Id) DO UPDATE SET Seen = excluded.Seen",
                Token.digest(browser), person.id, now)
            try transaction.run(
                "INSERT INTO {Session}(Id, Person, Browser, Began, Used, Idle, Ends, Network, Agent) "
                    + "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", Token.digest(token), person.id, Token.digest(browser), now,
                now, idle.seconds, now + total.seconds, attempt.network, String(attempt.agent.prefix(200)))
            try Self.sweep(transaction, now)
            try AuditEvent("sign-in", who: person.name, via: way, network: attempt.network).add(to: transaction)
        }
        return SignedIn(
            token: token, browser: browser, lifetime: attempt.stays ? total : nil,
            principal: Principal(.person, id: person.id, name: person.name, roles: person.roles))
    }

    /// Removes some rows that are out of date.
    private nonisolated static func sweep(_ transaction: AccessTransaction, _ now: Double) throws {
        try transaction.run(
            "DELETE FROM {Session} WHERE Id IN (SELECT Id FROM {Session} WHERE Ends < ? OR Used + Idle < ? LIMIT 100)",
            now,
            now)
        try transaction.run(
            "DELETE FROM {Browser} WHERE Id IN (SELECT Id FROM {Browser} WHERE Seen < ? LIMIT 100)", now - 365 * 86_400)
        try transaction.run("DELETE FROM {Link} WHERE Ends < ?", now)
    }

    package func signOut(_ identity: Identity) async throws(SignInError) {
        guard let row = known.everything.first(where: { $0.identity === identity })?.row else { return }
        try await translated {
            try await self.store.transaction {
                try $0.run("DELETE FROM {Session} WHERE Id = ?", row)
                try AuditEvent("sign-out", who: identity.auditName, via: "session").add(to: $0)
            }
        }
    }

    package func audit(_ event: AuditEvent) {
        if event.who.isEmpty {
            guard lastAudits[event.event].map({ ContinuousClock.now - $0 >= .seconds(1) }) ?? true else { return }
            lastAudits[event.event] = .now
        }
        auditQueue.add(event)
    }

    /// Runs a body, and translates the errors of the databases.
    func translated<Value>(_ body: () async throws -> Value) async throws(SignInError) -> Value {
        do {
            return try await body()
        } catch let error as SignInError {
            throw error
        } catch let error as StoreError {
            throw .unavailable(error.message)
        } catch {
            throw .unavailable("The database of access cannot be written. Try again in a moment.")
        }
    }
}
