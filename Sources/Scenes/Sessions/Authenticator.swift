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

    /// Checks a password, and begins a session.
    func signIn(_ attempt: SignInAttempt) async throws(SignInError) -> SignedIn

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

    /// Changes the password of a session's person, and begins a new session.
    func changePassword(_ change: PasswordChange, of identity: Identity) async throws(SignInError) -> SignedIn

    /// Admits a new browser with the token of a one-time link, and returns the token that the browser is known by.
    func admitBrowser(_ link: String, from network: String?) async throws(SignInError) -> String

    /// Creates the first administrator, with the token of a one-time link.
    func setUp(_ token: String, _ attempt: SignInAttempt) async throws(SignInError) -> SignedIn
}

extension Authenticator {
    /// Refuses: there are no sessions by default.
    package func lookAs(_ name: String?, by identity: Identity) async throws(SignInError) {
        throw .unavailable("There are no sessions.")
    }

    /// Refuses: there are no passwords by default.
    package func changePassword(
        _ change: PasswordChange, of identity: Identity
    ) async throws(SignInError) -> SignedIn {
        throw .unavailable("There are no passwords.")
    }

    /// Refuses: there are no links by default.
    package func admitBrowser(_ link: String, from network: String?) async throws(SignInError) -> String {
        throw .wrong
    }
}

/// The credential of a request or a socket.
package enum Credential: Sendable, Hashable {
    /// The token of a session, from a cookie.
    case session(String)
    /// The token of a program, from a header or a message.
    case key(String)
}

/// An attempt to sign in, mostly with a password.
package struct SignInAttempt: Sendable {
    /// The name that the client gives.
    package var name: String
    /// The password that the client gives.
    package var password: String
    /// Whether the session lasts longer, and outlives the browser.
    package var stays = false
    /// The token of the browser from an earlier sign-in, if it has one.
    package var browser: String?
    /// The token of the session that the new session replaces, if there is one.
    package var former: String?
    /// The client's network; `nil` for this machine.
    package var network: String?
    /// The description of the client's program.
    package var agent = ""
    /// How the person proves the name, for the audit.
    package var via = "password"

    package init(name: String, password: String) {
        (self.name, self.password) = (name, password)
    }
}

/// A new session.
package struct SignedIn: Sendable {
    /// The new token of the session.
    package let token: String
    /// The token that the browser is known by at later attempts.
    package let browser: String
    /// How long the browser keeps the session's cookie; `nil` until it is closed.
    package let lifetime: Duration?
    /// Who has signed in.
    package let principal: Principal

    package init(token: String, browser: String, lifetime: Duration?, principal: Principal) {
        (self.token, self.browser, self.lifetime, self.principal) = (token, browser, lifetime, principal)
    }
}

/// The reason why a sign-in failed.
package enum SignInError: Error, Equatable, Sendable {
    /// The name, the password or the link is wrong, or the person is disabled. The client does not learn which.
    case wrong
    /// Too many attempts failed. Another one counts after this many seconds.
    case tooMany(seconds: Int)
    /// So many attempts failed that only an administrator can let the person in.
    case locked
    /// Too many passwords are being checked.
    case busy
    /// A name or a password cannot be accepted, for this reason.
    case invalid(field: String, reason: String)
    /// The database of sessions cannot be used, for this reason.
    case unavailable(String)
}
