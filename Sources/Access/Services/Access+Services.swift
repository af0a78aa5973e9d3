import Cryptography
import Loop
import Outbound
import Scenes
import Stores

// Signing in at a service, by OpenID Connect: the authorization code flow with PKCE.
extension Access {
    package var services: [LoginServiceLink] {
        serviceClients.map { LoginServiceLink(name: $0.service.name, title: $0.service.title) }
    }

    /// Changes the limits of requests to services.
    package func limitServices(to limits: OutboundRequest.Limits) {
        for client in serviceClients { client.limits = limits }
    }

    package func beginSignIn(
        at name: String, back: String, next: String
    ) async throws(SignInError) -> LoginPassage {
        let (client, now) = (try client(name), now())
        do throws(ServiceFault) {
            let metadata = try await client.metadata(at: now)
            let passage = Passage(to: name, next: next, at: now)
            let location = metadata.authorization.adding([
                ("response_type", "code"), ("client_id", client.service.client), ("redirect_uri", back),
                ("scope", Set(client.service.scopes + ["openid"]).sorted().joined(separator: " ")),
                ("state", passage.state), ("nonce", passage.nonce), ("code_challenge", passage.challenge),
                ("code_challenge_method", "S256"),
            ])
            return LoginPassage(location: location, cookie: passage.cookie, lifetime: .seconds(Passage.lifetime))
        } catch {
            throw refused(error, at: name, nil)
        }
    }

    package func finishSignIn(
        at name: String, _ answer: LoginAnswer, _ attempt: SignInAttempt
    ) async throws(SignInError) -> (signedIn: SignedIn, next: String) {
        let (client, now) = (try client(name), now())
        do throws(ServiceFault) {
            guard let passage = answer.cookie.flatMap({ Passage($0, to: name, at: now) }),
                let state = answer.state, ConstantTime.areEqual(state, passage.state)
            else { throw .stale("it belongs to no sign-in of this browser") }
            let metadata = try await client.metadata(at: now)
            // Another service may have sent the code here (RFC 9207 section 2.4).
            guard answer.issuer.map({ $0 == client.service.issuer }) ?? !metadata.namesIssuer else {
                throw .refused("it comes from another issuer")
            }
            guard let code = answer.code, answer.error == nil else { throw .refused("the service gives no code") }
            try await use(passage, at: now)
            let account = try await client.account(by: code, for: passage, back: answer.back, at: now)
            return (try await begin(attempt, for: account, of: client.service), passage.next)
        } catch {
            throw refused(error, at: name, attempt.network)
        }
    }

    private func client(_ name: String) throws(SignInError) -> ServiceClient {
        guard let client = serviceClients.first(where: { $0.service.name == name }) else { throw .stale }
        return client
    }

    /// Records why a sign-in was refused.
    private func refused(_ fault: ServiceFault, at name: String, _ network: String?) -> SignInError {
        audit(AuditEvent("sign-in refused", who: "", via: "service \(name)", network: network, detail: fault.reason))
        return fault.error
    }

    /// Uses a passage. A passage can be used once, in one of all processes.
    private func use(_ passage: Passage, at now: Double) async throws(ServiceFault) {
        let (state, end) = (Token.digest(passage.state), passage.end)
        let isNew = try? await store.transaction { transaction in
            try transaction.run(
                "DELETE FROM {UsedState} WHERE Id IN (SELECT Id FROM {UsedState} WHERE Ends < ? LIMIT 100)", now)
            return try transaction.run("INSERT INTO {UsedState} VALUES (?, ?) ON CONFLICT DO NOTHING", state, end) == 1
        }
        guard let isNew else { throw .unavailable("the database of access cannot be written") }
        guard isNew else { throw .stale("its state was used before") }
    }

    /// Begins a session of the person whom an account belongs to.
    private func begin(
        _ attempt: SignInAttempt, for account: ServiceAccount, of service: LoginService
    ) async throws(ServiceFault) -> SignedIn {
        do {
            let link = AccountLink(account, of: service)
            let id = try await store.transaction { try link.person($0) }
            guard let person = try await people.person(id) else { throw ServiceFault.nobody("the person is gone") }
            let browser = try await browser(attempt.browser, of: person)
            return try await begin(attempt, for: person, browser) { transaction in
                // The person may have been disabled meanwhile, or the account given to somebody else.
                guard try link.isOf(person.id, transaction) else { throw ServiceFault.nobody("the person is disabled") }
                return "service \(service.name)"
            }
        } catch let fault as ServiceFault {
            throw fault
        } catch {
            throw .unavailable("the database of access cannot be written")
        }
    }
}
