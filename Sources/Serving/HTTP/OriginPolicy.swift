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
        host.map { allowed.contains("https://" + $0.lowercased()) } ?? false
    }

    /// Whether a request with these headers comes from a page that may speak to the server.
    func allows(origin: String?, host: String?) -> Bool {
        guard let origin = origin?.lowercased() else { return true }
        if allowed.contains(origin) { return true }
        guard let authority = origin.authority, let host = host?.lowercased() else { return false }
        return authority == host[...] && allows(host: host)
    }

    /// Whether the server answers to this name: an address, a name without a dot, a loopback name, the name that it listens
    /// on, or that of an origin in the settings.
    func allows(host: String?) -> Bool {
        guard let host = host?.lowercased() else { return true }
        let name = host[...].hostName
        return name.isAddress || !name.contains(".") || Self.isLoopback(name) || name == listened[...]
            || allowed.contains { $0.authority == host[...] }
    }

    private static func isLoopback(_ host: Substring) -> Bool {
        host == "localhost" || host.hasSuffix(".localhost") || (host.hasPrefix("127.") && host.isAddress)
            || host == "[::1]" || host == "::1"
    }
}

extension String {
    /// What follows the scheme of an origin such as `http://localhost:8080`.
    fileprivate var authority: Substring? {
        for scheme in ["http://", "https://"] where hasPrefix(scheme) { return dropFirst(scheme.count) }
        return nil
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
