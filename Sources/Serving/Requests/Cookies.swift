import HTTPServer
import Loop
import Scenes

/// The cookies of a request (RFC 6265).
struct Cookies {
    private let pairs: [(name: Substring, value: Substring)]

    /// Parses the `Cookie` header.
    init(_ header: String?) {
        pairs = (header ?? "").split(whereSeparator: { ";,".contains($0) }).compactMap { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return halves.count == 2 ? (halves[0].drop { $0 == " " }, halves[1]) : nil
        }
    }

    /// The value of a cookie. A cookie that comes twice has none: another site of the same domain may have set one.
    subscript(name: String) -> String? {
        let found = pairs.filter { $0.name == name[...] }
        return found.count == 1 ? String(found[0].value) : nil
    }
}

/// The names and attributes of the cookies of one host. Over https, no other host can set them: their names begin with
/// `__Host-` (RFC 6265bis section 4.1.3).
struct HostCookies {
    /// Whether they are sent over https only.
    let isSecure: Bool

    /// The cookie with the token of a person's session.
    var session: String { name("oriel") }
    /// The cookie with the id of a session without sign-in.
    var visitor: String { name("oriel-session") }
    /// The cookie by which a browser is known at later attempts.
    var browser: String { name("oriel-browser") }
    /// The cookie with the token of the second step.
    var step: String { name("oriel-step") }
    /// The cookie with what belongs to a sign-in at a service.
    var passage: String { name("oriel-passage") }

    private func name(_ name: String) -> String { isSecure ? "__Host-\(name)" : name }

    /// Returns the headers that set the cookies of a new session.
    func headers(of found: SignedIn) -> [(String, String)] {
        [
            header(session, found.token, for: found.lifetime),
            header(browser, found.browser, for: .seconds(365 * 86_400)),
        ]
    }

    /// Returns a header that sets a cookie. Without a lifetime, the browser keeps it until it is closed.
    func header(_ name: String, _ value: String, for lifetime: Duration?) -> (String, String) {
        let age = lifetime.map { "; Max-Age=\($0.components.seconds)" } ?? ""
        return ("Set-Cookie", "\(name)=\(value); Path=/; HttpOnly; SameSite=Lax\(isSecure ? "; Secure" : "")\(age)")
    }

    /// Returns a header that removes a cookie.
    func removal(of name: String) -> (String, String) { header(name, "", for: .zero) }
}
