import Scenes

extension Problem {
    /// The request needs a sign-in or a key (RFC 9110 section 15.5.2).
    static func signIn(_ message: String = "Sign in at /-/sign-in, or send a key.") -> Problem {
        Problem(
            status: 401, code: "sign-in", message: message, headers: [("WWW-Authenticate", "Bearer realm=\"oriel\"")])
    }

    /// A page of another origin sends the request.
    static let foreignPage = Problem(
        status: 403, code: "foreign-origin",
        message: "A request that changes something has to come from a page of this server. Send JSON, by fetch.")

    /// Makes the problem for a failed attempt to sign in.
    init(_ error: SignInError) {
        switch error {
        case .wrong:
            self = .signIn("The name or the password is wrong.")
        case .tooMany(let seconds):
            self.init(
                status: 429, code: "too-many-attempts",
                message: "Too many attempts have failed. Try again in \(seconds) seconds.",
                headers: [("Retry-After", String(seconds))])
        case .locked:
            self.init(
                status: 429, code: "locked",
                message: "Too many attempts have failed. An administrator can let you in with a link.")
        case .busy:
            self.init(
                status: 503, code: "busy", message: "Too many people are signing in. Try again in a moment.",
                headers: [("Retry-After", "1")])
        case .invalid(let field, let reason):
            self.init(status: 422, code: "invalid", message: reason, fields: [field: reason])
        case .unavailable:
            self.init(
                status: 503, code: "sign-in-unavailable",
                message: "It cannot be checked who you are. Try again in a moment.", headers: [("Retry-After", "1")])
        }
    }
}
