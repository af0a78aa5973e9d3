import Scenes

extension Problem {
    /// The request needs a sign-in or a key (RFC 9110 section 15.5.2).
    static func signIn(_ message: String = "Sign in at /-/sign-in, or send a key.") -> Problem {
        Problem(
            status: 401, code: "sign-in", message: message, headers: [("WWW-Authenticate", "Bearer realm=\"oriel\"")])
    }

    /// The second step of a sign-in needs a code.
    private static func code(_ fault: String, _ message: String) -> Problem {
        Problem(status: 401, code: "code-\(fault)", message: message, headers: signIn().headers)
    }

    /// Over plain http, anybody on the way could read the cookie.
    static let insecure = Problem(
        status: 403, code: "insecure",
        message: "Signing in needs https. Put a proxy with TLS before the server, and its address in `origins`.")

    /// A page of another origin sends the request.
    static let foreignPage = Problem(
        status: 403, code: "foreign-origin",
        message: "A request that changes something has to come from a page of this server. Send JSON, by fetch.")

    /// A request with a cookie does not say that it comes from a page of this server. The cookie does not count.
    static let uncountedCookie = Problem(
        status: 403, code: "foreign-origin",
        message: "A cookie does not count without the header Origin. Send the address of this server in it.")

    /// The people are in a table of another program, which changes their passwords.
    static let passwordElsewhere = Problem(
        status: 403, code: "password-elsewhere", message: "Your password is changed where your account is kept.")

    /// Makes the problem for a failed attempt to sign in.
    init(_ error: SignInError) {
        switch error {
        case .wrong:
            self = .signIn("The name or the password is wrong.")
        case .needsCode: self = .code("needed", "Enter the code of your authenticator app, or a recovery code.")
        case .wrongCode: self = .code("wrong", "The code is wrong, or was used already. Wait for the next one.")
        case .stale:
            self = .badRequest(
                "sign-in-stale", "This sign-in is over, or was begun in another browser. Begin again.")
        case .serviceRefused:
            self.init(status: 403, code: "sign-in-refused", message: "The service did not sign you in. Begin again.")
        case .noAccount:
            self.init(
                status: 403, code: "no-account",
                message: "Your account at the service does not belong to anybody here. Ask an administrator.")
        case .serviceUnavailable:
            self.init(
                status: 503, code: "service-unavailable",
                message: "The service cannot be reached. Try again in a moment.", headers: [("Retry-After", "5")])
        case .late: self = .signIn("The code came too late. Sign in again.")
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
