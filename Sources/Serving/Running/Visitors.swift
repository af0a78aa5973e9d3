import HTTPServer
import Loop
import Scenes
import ViewModels

/// The clients of requests: their addresses and sessions, and the session cookie (RFC 6265).
@SceneActor final class Visitors {
    private let sessions: Sessions
    private let context: ServerContext
    private let isNeeded: Bool
    private let texts: Texts?

    /// Makes the object. Without personal screens (`isNeeded`), no client gets a cookie.
    init(sessions: Sessions, context: ServerContext, isNeeded: Bool, texts: Texts?) {
        self.sessions = sessions
        self.context = context
        self.isNeeded = isNeeded
        self.texts = texts
    }

    /// Returns the ticket for the client of a request.
    func ticket(of request: HTTPRequest) -> SessionTicket {
        let cookies = HostCookies(isSecure: isNeeded && context.origins.isSecure(host: request.host))
        let id = isNeeded ? Self.sessionID(in: request.header("Cookie"), cookies) : nil
        let address = VisitorAddress(of: request, header: context.settings.addressHeader)
        let ticket = SessionTicket(
            id: id, in: sessions, address: address.isLocal ? "" : address.text,
            share: context.share(of: address.text),
            isSecure: cookies.isSecure, identity: request.identity)
        ticket.tab = Self.tab(of: request)
        ticket.language = texts?.language(for: request.header("Accept-Language"))
        let principal = ticket.principal
        ticket.isOperator = { [context] in context.isOperator(principal, request) }
        return ticket
    }

    /// Returns the name of the client's tab: in a header, or in the query of a socket, because a browser cannot add a
    /// header there.
    private static func tab(of request: HTTPRequest) -> String? {
        let isSocket = request.path == "/-/socket"
        let name = request.header("Oriel-Tab") ?? (isSocket ? Route(request.target)?["tab"] : nil)
        let isName = { (byte: UInt8) in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == UInt8(ascii: "-")
        }
        return name.flatMap { (1...64).contains($0.utf8.count) && $0.utf8.allSatisfy(isName) ? $0 : nil }
    }

    /// Returns the ticket for a client that has proved its identity since its request.
    func ticket(like visitor: SessionTicket, for identity: Identity) -> SessionTicket {
        let ticket = SessionTicket(
            id: nil, in: sessions, address: visitor.address, share: visitor.share, isSecure: visitor.isSecure,
            identity: identity)
        (ticket.tab, ticket.language) = (visitor.tab, visitor.language)
        ticket.isOperator = { [context] in context.isOperator(identity.principal) }
        return ticket
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
        context.auditForeign(problem, from: visitor.address)
        context.record(problem)
        var response = problem.response
        response.headers += cookie(for: visitor)
        return response
    }

    private func header(_ id: String, for visitor: SessionTicket) -> [(String, String)] {
        let cookies = HostCookies(isSecure: visitor.isSecure)
        return [cookies.header(cookies.visitor, id, for: context.settings.sessionLifetime)]
    }

    /// Returns the id of a session without sign-in. The ids of all others have a hyphen, so that no cookie leads to
    /// them.
    private static func sessionID(in header: String?, _ cookies: HostCookies) -> String? {
        Cookies(header)[cookies.visitor].flatMap { $0.contains("-") ? nil : $0 }
    }
}
