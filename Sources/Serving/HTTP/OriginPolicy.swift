import HTTPServer
import Loop

/// Which pages may speak to the server: its own, and those of the origins in the settings (RFC 6454).
///
/// A browser sends no `Origin` with a page's own `GET`, and takes a foreign name for the page's own that its owner has
/// pointed at this machine (DNS rebinding). So a server answers only to names that nobody can point elsewhere, to the name
/// that it listens on, and to those in its settings.
struct OriginPolicy {
    private let allowed: Set<String>
    private let listened: String

    /// A policy for a server that listens on `host`; what is no origin lets nobody in.
    init(origins: [String], host: String) {
        allowed = Set(origins.compactMap { Origin($0)?.text })
        listened = host.lowercased()
    }

    /// Whether the name that a request is for stands in the settings with `https`, so that cookies need not travel without.
    func isSecure(host: String?) -> Bool {
        host.map { allowed.contains($0.origin(by: "https")) } ?? false
    }

    /// Whether a request with these headers comes from a page that may speak to the server.
    func allows(origin: String?, host: String?) -> Bool {
        guard let origin = origin?.lowercased() else { return true }
        if allowed.contains(origin) { return true }
        return isOwn(origin, host) && allows(host: host)
    }

    /// Whether a page is the server's own, by the name that its request is for.
    private func isOwn(_ origin: String, _ host: String?) -> Bool {
        guard let scheme = origin.scheme, let host else { return false }
        return origin == host.origin(by: scheme)
    }

    /// Whether the server answers to this name: an address, a name without a dot, a loopback name, the name that it listens
    /// on, or that of an origin in the settings.
    func allows(host: String?) -> Bool {
        guard let host = host?.lowercased() else { return true }
        let name = host[...].hostName
        return name.isAddress || !name.contains(".") || Self.isLoopback(name) || name == listened[...]
            || allowed.contains { $0 == $0.scheme.map(host.origin) }
    }

    private static func isLoopback(_ host: Substring) -> Bool {
        host == "localhost" || host.hasSuffix(".localhost") || (host.hasPrefix("127.") && host.isAddress)
            || host == "[::1]" || host == "::1"
    }
}

extension OriginPolicy {
    /// Refuses what a page of another origin asks for without saying which it is, as images and frames do (Fetch Metadata): a
    /// query costs whether or not the page can read the answer. A tab that is opened is a person's own.
    @SceneActor static func checkReader(_ request: HTTPRequest) throws(Problem) {
        guard request.head.origin == nil, let site = request.header("Sec-Fetch-Site"),
            ["cross-site", "same-site"].contains(site.lowercased()),
            request.header("Sec-Fetch-Mode") != "navigate" || request.header("Sec-Fetch-Dest") != "document"
        else { return }
        throw Problem(
            status: 403, code: "foreign-origin",
            message: "A page of another origin asks for this without saying which one it is. Ask with fetch, "
                + "from a page whose origin is among `origins` in the settings.")
    }
}

extension OriginPolicy {
    /// What lets a browser hand an answer to a page of another origin that may speak to the server (Fetch standard, section 3.2);
    /// nothing for the server's own pages, which need none of it.
    func fields(forPageOf origin: String, host: String?) -> [(String, String)] {
        let spelled = origin.lowercased()
        guard allowed.contains(spelled), !isOwn(spelled, host) else { return [] }
        return [
            ("Access-Control-Allow-Origin", origin), ("Access-Control-Allow-Credentials", "true"),
            ("Access-Control-Expose-Headers", "ETag, Retry-After, X-Request-Id"),
        ]
    }

    /// The answer to a browser that asks whether a page of another origin may send a request; `nil` for any other request.
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

    /// What a page may say in a request, beyond what any may.
    private static let askedHeaders =
        "Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-Request-Id"
}

extension String {
    /// The scheme of an origin such as `http://localhost:8080`.
    fileprivate var scheme: String? { ["http", "https"].first { hasPrefix($0 + "://") } }

    /// The origin of pages under this authority, as browsers send it: without capitals, the scheme's own port, and the dot that
    /// may end a name (RFC 1034 section 3.1).
    fileprivate func origin(by scheme: String) -> String {
        let port = scheme == "https" ? ":443" : ":80"
        let authority = lowercased()
        let bare = authority.hasSuffix(port) ? authority.dropLast(port.count) : authority[...]
        let name = bare.hostName
        return scheme + "://" + name + bare.dropFirst(name.count + (bare.dropFirst(name.count).first == "." ? 1 : 0))
    }
}

extension Substring {
    /// Whether this is an IP address, which nobody can point elsewhere.
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

    /// A name without the dot that may end it (RFC 1034 section 3.1).
    private var withoutDot: Substring {
        last == "." && count > 1 ? dropLast() : self
    }
}
