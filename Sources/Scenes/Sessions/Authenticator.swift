import Loop
import ViewModels

/// Knows who may sign in, and which sessions and keys are valid. Without one, every client is ``Principal/nobody``.
@SceneActor package protocol Authenticator: AnyObject {
    /// Returns whether every commit to sessions, keys and people is known. Cheap: reads memory only. While it is false,
    /// nothing may be sent, because its receiver may have lost the right to it.
    func checkIsCurrent() -> Bool

    /// Calls `body` when ``checkIsCurrent()`` is true, at once if it is.
    func whenCurrent(_ body: @escaping @SceneActor () -> Void)

    /// Calls `body` with the identity of a credential, or `nil` for an invalid one, at once if it is known.
    func identify(
        _ credential: Credential, _ body: @escaping @SceneActor (Result<Identity?, SignInError>) -> Void)

    /// Checks a password, or the code of a second step, and begins a session.
    func signIn(_ attempt: SignInAttempt) async throws(SignInError) -> SignInResult

    /// The services at which people can sign in.
    var services: [LoginServiceLink] { get }

    /// Begins a sign-in at a service.
    ///
    /// - Parameters:
    ///   - back: The address to which the service leads back.
    ///   - next: The path to show afterwards.
    func beginSignIn(at name: String, back: String, next: String) async throws(SignInError) -> LoginPassage

    /// Ends a sign-in at a service, and begins a session.
    ///
    /// - Returns: The session, and the path to show.
    func finishSignIn(
        at name: String, _ answer: LoginAnswer, _ attempt: SignInAttempt
    ) async throws(SignInError) -> (signedIn: SignedIn, next: String)

    /// Ends a session.
    func signOut(_ identity: Identity) async throws(SignInError)

    /// Returns the token of a one-time link that signs a visitor in as the person of this name.
    func makeLink(for name: String, visitor: String, stays: Bool) async throws(SignInError) -> String

    /// Begins the session of a link, for the visitor for whom it was made.
    func signIn(link token: String, visitor: String, _ attempt: SignInAttempt) async throws(SignInError) -> SignedIn

    /// Ends all sessions of a person.
    func endSessions(of person: String) async throws(SignInError)

    /// Records an event. Events without a name, which anybody can cause, are recorded once a second at most.
    func audit(_ event: AuditEvent)

    /// Lets the administrator of a session see the screens as the person of a name does; `nil` ends that.
    func lookAs(_ name: String?, by identity: Identity) async throws(SignInError)

    /// Whether people can change their passwords here.
    var changesPasswords: Bool { get }

    /// Changes the password of a session's person, and begins a new session.
    func changePassword(_ change: PasswordChange, of identity: Identity) async throws(SignInError) -> SignedIn

    /// Returns the second factor of a session's person.
    ///
    /// - Parameters:
    ///   - server: The name of the server in the authenticator app.
    ///   - secret: The secret of a page that is shown again; `nil` for a new one.
    func secondFactor(
        of identity: Identity, server: String, secret: String?
    ) async throws(SignInError) -> SecondFactorState

    /// Changes the second factor of a session's person.
    ///
    /// - Returns: The new recovery codes; none after a removal. They cannot be read again.
    func changeSecondFactor(
        _ change: SecondFactorChange, of identity: Identity
    ) async throws(SignInError) -> [String]

    /// Admits a new browser with the token of a one-time link, and returns the token that the browser is known by.
    func admitBrowser(_ link: String, from network: String?) async throws(SignInError) -> String

    /// Throws if a one-time link for the first administrator counts no longer.
    func checkSetUp(_ token: String) async throws(SignInError)

    /// Creates the first administrator, with the token of a one-time link.
    func setUp(_ token: String, _ attempt: SignInAttempt) async throws(SignInError) -> SignedIn
}

extension Authenticator {
    /// Refuses: there are no sessions by default.
    package func lookAs(_ name: String?, by identity: Identity) async throws(SignInError) {
        throw .unavailable("There are no sessions.")
    }

    /// Whether people can change their passwords here. By default, there are none.
    package var changesPasswords: Bool { false }

    /// Refuses: there are no passwords by default.
    package func changePassword(
        _ change: PasswordChange, of identity: Identity
    ) async throws(SignInError) -> SignedIn {
        throw .unavailable("There are no passwords.")
    }

    /// Refuses: there are no passwords by default.
    package func secondFactor(
        of identity: Identity, server: String, secret: String?
    ) async throws(SignInError) -> SecondFactorState {
        throw .unavailable("There are no passwords.")
    }

    /// Refuses: there are no passwords by default.
    package func changeSecondFactor(
        _ change: SecondFactorChange, of identity: Identity
    ) async throws(SignInError) -> [String] {
        throw .unavailable("There are no passwords.")
    }

    /// Refuses: there are no links by default.
    package func admitBrowser(_ link: String, from network: String?) async throws(SignInError) -> String {
        throw .wrong
    }

    /// Refuses: there are no links by default.
    package func checkSetUp(_ token: String) async throws(SignInError) { throw .wrong }

    /// Returns no services.
    package var services: [LoginServiceLink] { [] }

    package func beginSignIn(at name: String, back: String, next: String) async throws(SignInError) -> LoginPassage {
        throw .stale
    }

    package func finishSignIn(
        at name: String, _ answer: LoginAnswer, _ attempt: SignInAttempt
    ) async throws(SignInError) -> (signedIn: SignedIn, next: String) {
        throw .stale
    }
}
