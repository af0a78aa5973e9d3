import HTTPServer
import Loop
import Scenes

/// Who asks: the session that a request's cookie names, and the cookie that tells a new one (RFC 6265).
@SceneActor final class Visitors {
    let sessions: Sessions
    private let maxAge: Int64
    private let isNeeded: Bool

    /// The name of the cookie.
    static let cookieName = "oriel-session"

    /// Where no screen is personal nobody is given a cookie.
    init(sessions: Sessions, lifetime: Duration, isNeeded: Bool) {
        self.sessions = sessions
        self.isNeeded = isNeeded
        maxAge = lifetime.components.seconds
    }

    /// The ticket for whoever sends this request.
    func ticket(of request: HTTPRequest) -> SessionTicket {
        SessionTicket(id: isNeeded ? Self.sessionID(in: request.header("Cookie")) : nil, in: sessions)
    }

    /// The header that gives a visitor the session that was made for them; none if none was.
    ///
    /// - Parameter isLast: Whether there is no other chance to tell, should a session be needed later.
    func cookie(for visitor: SessionTicket, isLast: Bool = false) -> [(String, String)] {
        if isLast, isNeeded { visitor.reserve() }
        guard let id = visitor.newID else { return [] }
        return [("Set-Cookie", "\(Self.cookieName)=\(id); Path=/; Max-Age=\(maxAge); HttpOnly; SameSite=Lax")]
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
