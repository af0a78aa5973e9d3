import ViewModels

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
    /// The code of the second factor, if the client gives one.
    package var code = ""
    /// The token of the second step, which takes the place of the name and the password.
    package var step: String?
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

    package init(name: String, password: String) {
        (self.name, self.password) = (name, password)
    }
}

/// The outcome of a right password.
package enum SignInResult: Sendable {
    /// A session has begun.
    case signedIn(SignedIn)
    /// The person has a second factor, whose code is missing. The token continues the attempt within the lifetime.
    case needsCode(step: String, lifetime: Duration)
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

/// A person's own change of the password.
package struct PasswordChange: Sendable {
    /// The present password, as the client gives it.
    package var current: String
    /// The sign-in with the new password, which replaces the present session.
    package var attempt: SignInAttempt
    /// Whether the person's other sessions go on.
    package var keepsSessions = false
    /// Whether the person's keys stay.
    package var keepsKeys = false

    /// The new password.
    package var new: String { attempt.password }

    package init(current: String, attempt: SignInAttempt) {
        (self.current, self.attempt) = (current, attempt)
    }
}
