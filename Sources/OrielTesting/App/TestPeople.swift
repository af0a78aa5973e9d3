import Loop
import Scenes
import ViewModels

/// Knows the people of a tested app. They sign in without a password.
@SceneActor final class TestPeople: Authenticator {
    private let people: [Principal]
    private var identities: [String: Identity] = [:]
    private var links: [String: String] = [:]  // names by token

    init(_ people: [Principal]) {
        self.people = people
    }

    /// Begins a session.
    ///
    /// - Returns: The token of its cookie.
    func begin(as principal: Principal) -> String {
        let token = Self.token()
        identities[token] = Identity(principal, visitor: Self.token())
        return token
    }

    /// Ends the sessions of a principal.
    func end(_ end: Identity.End, of isConcerned: (Principal) -> Bool) {
        for (token, identity) in identities where isConcerned(identity.principal) {
            identities[token] = nil
            identity.end(end)
        }
    }

    private static func token() -> String {
        var generator = SystemRandomNumberGenerator()
        return "test-\(String(generator.next(), radix: 36))-\(String(generator.next(), radix: 36))"
    }

    func checkIsCurrent() -> Bool { true }

    func whenCurrent(_ body: @escaping @SceneActor () -> Void) { body() }

    func identify(
        _ credential: Credential, _ body: @escaping @SceneActor (Result<Identity?, SignInError>) -> Void
    ) {
        guard case .session(let token) = credential else { return body(.success(nil)) }
        body(.success(identities[token]))
    }

    func signIn(_ attempt: SignInAttempt) async throws(SignInError) -> SignInResult { throw .wrong }

    func signOut(_ identity: Identity) async throws(SignInError) {
        identities = identities.filter { $0.value !== identity }
        identity.end(.signedOut)
    }

    func makeLink(for name: String, visitor: String, stays: Bool) async throws(SignInError) -> String {
        guard people.contains(where: { $0.name == name }) else { throw .wrong }
        let token = Self.token()
        links[token] = name
        return token
    }

    func signIn(link token: String, visitor: String, _ attempt: SignInAttempt) async throws(SignInError) -> SignedIn {
        guard let name = links.removeValue(forKey: token), let principal = people.first(where: { $0.name == name })
        else { throw .wrong }
        return SignedIn(token: begin(as: principal), browser: Self.token(), lifetime: nil, principal: principal)
    }

    func endSessions(of person: String) async throws(SignInError) {
        end(.revoked) { $0.id == person }
    }

    func audit(_ event: AuditEvent) {}

    func setUp(_ token: String, _ attempt: SignInAttempt) async throws(SignInError) -> SignedIn { throw .wrong }
}
