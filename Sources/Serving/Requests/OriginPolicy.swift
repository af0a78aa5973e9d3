import HTTPServer
import Loop

/// Decides which pages may use the server: its own pages, and pages of the origins in the settings (RFC 6454).
///
/// A browser sends no `Origin` with a `GET` to the page's own server. An attacker can make the name of a page resolve
/// to this machine (DNS rebinding). Then the browser treats this server as the page's own. So the server only accepts
/// names that nobody else controls, the name that it listens on, and the names in its settings.
struct OriginPolicy {
    private let allowed: Set<String>
    private let listened: String

    /// Creates the policy of a server that listens on `host`. Invalid origins are ignored.
    init(origins: [String], host: String) {
        allowed = Set(origins.compactMap { Origin($0)?.text })
        listened = host.lowercased()
    }

    /// Whether the settings list the requested host with `https`, so that cookies can be marked `Secure`.
    func isSecure(host: String?) -> Bool {
        host.map { allowed.contains($0.origin(by: "https")) } ?? false
    }

    /// Whether a request with these headers comes from a page that may use the server.
    func allows(origin: String?, host: String?) -> Bool {
        guard let origin = origin?.lowercased() else { return true }
        if allowed.contains(origin) { return true }
        return isOwn(origin, host) && allows(host: host)
    }

    /// Whether a page is the server's own: its origin has the requested host.
    private func isOwn(_ origin: String, _ host: String?) -> Bool {
        guard let scheme = origin.scheme, let host else { return false }
        return origin == host.origin(by: scheme)
    }

    /// Whether the server accepts this host: an address, a name without a dot, a loopback name, the name that it
    /// listens on, or the host of an origin in the settings.
    func allows(host: String?) -> Bool {
        guard let host = host?.lowercased() else { return true }
        let name = host[...].hostName
        return name.isAddress || !name.contains(".") || Self.isLoopback(name) || name == listened[...]
            || allowed.contains { $0 == $0.scheme.map(host.origin) }
    }

    /// Whether a requested host, with or without a port, is a loopback name or address.
    static func isLoopback(host: String?) -> Bool {
        guard let host = host?.lowercased() else { return false }
        let name = host[...].hostName
        return isLoopback(name)
    }

    private static func isLoopback(_ host: Substring) -> Bool {
        host == "localhost" || host.hasSuffix(".localhost") || (host.hasPrefix("127.") && host.isAddress)
            || host == "[::1]" || host == "::1"
    }
}

extension OriginPolicy {
    /// Refuses requests of foreign pages that do not name their origin, such as images and frames (Fetch Metadata). A
    /// query costs time even if the page cannot read the response. A tab that the user opens is allowed.
    @SceneActor static func checkReader(_ request: HTTPRequest) throws(Problem) {
        guard request.head.origin == nil, let site = request.header("Sec-Fetch-Site"),
            ["cross-site", "same-site"].contains(site.lowercased()),
            request.header("Sec-Fetch-Mode") != "navigate" || request.header("Sec-Fetch-Dest") != "document"
        else { return }
        throw Problem(
            status: 403, code: "foreign-origin",
            message: "The request comes from a page of another origin, and has no Origin header. Use fetch "
                + "on a page whose origin is among `origins` in the settings.")
    }
}

extension OriginPolicy {
    /// Returns the headers that let a browser pass a response to an allowed page of another origin (Fetch standard,
    /// section 3.2). The server's own pages need no headers.
    func fields(forPageOf origin: String, host: String?) -> [(String, String)] {
        let spelled = origin.lowercased()
        guard allowed.contains(spelled), !isOwn(spelled, host) else { return [] }
        return [
            ("Access-Control-Allow-Origin", origin), ("Access-Control-Allow-Credentials", "true"),
            ("Access-Control-Expose-Headers", "ETag, Retry-After, X-Request-Id"),
        ]
    }

    /// Returns the response to the preflight request for a page of another origin; `nil` for any other request.
    @SceneActor func preflight(_ request: HTTPRequest) -> HTTPResponse? {
        guard request.method == "OPTIONS", let origin = request.head.origin,
            request.header("Access-Control-Request-Method") != nil,
            !fields(forPageOf: origin, host: request.host).isEmpty
        else { return nil }
        return HTTPResponse(
            status: 204,
            headers: [
                ("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, DELETE"),
                ("Access-Control-Allow-Headers", Self.askedHeaders), ("Access-Control-Max-Age", "7200"),
            ])
    }

    /// The request headers that a page may set, besides those that are always allowed.
    private static let askedHeaders =
        "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Oriel-Tab, X-Request-Id"
}

extension String {
    /// The scheme of an origin such as `http://localhost:8080`.
    fileprivate var scheme: String? { ["http", "https"].first { hasPrefix($0 + "://") } }

    /// Returns the origin of pages with this authority, as browsers send it: in lower case, without the scheme's
    /// default port, and without a dot at the end of the name (RFC 1034 section 3.1).
    fileprivate func origin(by scheme: String) -> String {
        let port = scheme == "https" ? ":443" : ":80"
        let authority = lowercased()
        let bare = authority.hasSuffix(port) ? authority.dropLast(port.count) : authority[...]
        let name = bare.hostName
        return scheme + "://" + name + bare.dropFirst(name.count + (bare.dropFirst(name.count).first == "." ? 1 : 0))
    }
}

extension Substring {
    /// Whether this is an IP address, which cannot be rebound.
    fileprivate var isAddress: Bool {
        hasPrefix("[") || allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
    }

    /// An authority without its port.
    fileprivate var hostName: Substring {
        guard let colon = lastIndex(of: ":"), self[index(after: colon)...].allSatisfy(\.isNumber) else {
            return withoutDot
        }
        return self[..<colon].withoutDot
    }

    /// A name without the dot at its end (RFC 1034 section 3.1).
    private var withoutDot: Substring {
        last == "." && count > 1 ? dropLast() : self
    }
}
