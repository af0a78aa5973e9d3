import HTTPServer
import Loop
import Scenes

/// The clients of requests: their addresses and sessions, and the session cookie (RFC 6265).
@SceneActor final class Visitors {
    private let sessions: Sessions
    private let context: ServerContext
    private let isNeeded: Bool
    /// Returns the principal of a request; `nil` stands for nobody.
    var identify: ((HTTPRequest) -> Principal?)?

    /// The name of the cookie.
    static let cookieName = "oriel-session"

    /// Makes the object. Without personal screens (`isNeeded`), no client gets a cookie.
    init(sessions: Sessions, context: ServerContext, isNeeded: Bool) {
        self.sessions = sessions
        self.context = context
        self.isNeeded = isNeeded
    }

    /// Returns the ticket for the client of a request.
    func ticket(of request: HTTPRequest) -> SessionTicket {
        let id = isNeeded ? Self.sessionID(in: request.header("Cookie")) : nil
        let address = VisitorAddress(of: request, header: context.settings.addressHeader)
        return SessionTicket(
            id: id, in: sessions, address: address.isLocal ? "" : address.text,
            share: context.share(of: address.text),
            isSecure: isNeeded && context.origins.isSecure(host: request.host),
            principal: identify?(request) ?? .nobody)
    }

    /// Returns the cookie header for a new session, or for a cookie that must be renewed.
    func cookie(for visitor: SessionTicket) -> [(String, String)] {
        visitor.nameToTell().map { header($0, for: visitor) } ?? []
    }

    /// Returns the cookie header for a client that may need a session later: with the page, or with a handshake.
    /// Creates a session if there is none, so that one cookie means one session, whichever request comes first.
    func lastingCookie(for visitor: SessionTicket) -> [(String, String)] {
        isNeeded ? visitor.nameToKeep().map { header($0, for: visitor) } ?? [] : []
    }

    /// Makes the response for a problem, with a cookie if the client needs one.
    func answer(_ problem: Problem, to visitor: SessionTicket) -> HTTPResponse {
        context.note(problem)
        var response = problem.response
        response.headers += cookie(for: visitor)
        return response
    }

    private func header(_ id: String, for visitor: SessionTicket) -> [(String, String)] {
        let maxAge = context.settings.sessionLifetime.components.seconds
        let flags = "HttpOnly; SameSite=Lax" + (visitor.isSecure ? "; Secure" : "")
        return [("Set-Cookie", "\(Self.cookieName)=\(id); Path=/; Max-Age=\(maxAge); \(flags)")]
    }

    private static func sessionID(in cookies: String?) -> String? {
        for pair in (cookies ?? "").split(separator: ";") {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2, halves[0].drop(while: { $0 == " " }) == cookieName else { continue }
            return String(halves[1])
        }
        return nil
    }
}
