import HTTPServer
import Loop
import Scenes

/// Who asks: the address and the session of a request, and the cookie that names a session (RFC 6265).
@SceneActor final class Visitors {
    private let sessions: Sessions
    private let service: Service
    private let isNeeded: Bool

    /// The name of the cookie.
    static let cookieName = "oriel-session"

    /// Where no screen is personal nobody is given a cookie.
    init(sessions: Sessions, service: Service, isNeeded: Bool) {
        self.sessions = sessions
        self.service = service
        self.isNeeded = isNeeded
    }

    /// The ticket for whoever sends this request.
    func ticket(of request: HTTPRequest) -> SessionTicket {
        let id = isNeeded ? Self.sessionID(in: request.header("Cookie")) : nil
        let address = VisitorAddress(of: request, header: service.settings.addressHeader)
        return SessionTicket(
            id: id, in: sessions, address: address.isLocal ? "" : address.text,
            share: service.share(of: address.text),
            isSecure: isNeeded && service.origins.isSecure(host: request.host))
    }

    /// The header for a visitor whose session was made for this answer, or whose cookie has to be renewed.
    func cookie(for visitor: SessionTicket) -> [(String, String)] {
        visitor.nameToTell().map { header($0, for: visitor) } ?? []
    }

    /// The header for a visitor who is told now in case they need a session later: with the page, or with a handshake. A
    /// session is made if they have none, so that one cookie is one session, whatever is asked first.
    func lastingCookie(for visitor: SessionTicket) -> [(String, String)] {
        isNeeded ? visitor.nameToKeep().map { header($0, for: visitor) } ?? [] : []
    }

    /// A problem as an answer, with the cookie if the visitor has to be told of a session.
    func answer(_ problem: Problem, to visitor: SessionTicket) -> HTTPResponse {
        service.note(problem)
        var response = problem.response
        response.headers += cookie(for: visitor)
        return response
    }

    private func header(_ id: String, for visitor: SessionTicket) -> [(String, String)] {
        let maxAge = service.settings.sessionLifetime.components.seconds
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
