import Loop
import Scenes
import ViewModels

/// Takes the key of a client for a description of its principal, such as `person:1:agent,lead`.
@SceneActor final class NameAuthenticator: Authenticator {
    private var identities: [String: Identity] = [:]

    func checkIsCurrent() -> Bool { true }

    func whenCurrent(_ body: @escaping @SceneActor () -> Void) { body() }

    func identify(
        _ credential: Credential, _ body: @escaping @SceneActor (Result<Identity?, SignInError>) -> Void
    ) {
        guard case .key(let name) = credential, let principal = Principal(named: name) else {
            return body(.success(nil))
        }
        let identity = identities[name] ?? Identity(principal, visitor: name)
        identities[name] = identity
        body(.success(identity))
    }

    func signIn(_ attempt: SignInAttempt) async throws(SignInError) -> SignInResult { throw .wrong }
    func signOut(_ identity: Identity) async throws(SignInError) { throw .wrong }
    func setUp(_ token: String, _ attempt: SignInAttempt) async throws(SignInError) -> SignedIn { throw .wrong }
    func makeLink(for name: String, visitor: String, stays: Bool) async throws(SignInError) -> String { throw .wrong }
    func signIn(link token: String, visitor: String, _ attempt: SignInAttempt) async throws(SignInError) -> SignedIn {
        throw .wrong
    }
    func endSessions(of person: String) async throws(SignInError) { throw .wrong }
    func audit(_ event: AuditEvent) {}
}

extension Principal {
    /// Reads `person:ID:ROLE,ROLE`.
    fileprivate init?(named text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let kind = Kind(rawValue: parts[0]) else { return nil }
        let roles = parts[2].split(separator: ",").map(String.init)
        self.init(kind, id: parts[1], name: "user \(parts[1])", roles: Set(roles))
    }
}
