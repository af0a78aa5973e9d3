/// Which pages may speak to the server: its own, and those of the origins in the settings (RFC 6454).
///
/// Clients that are not browsers send no `Origin` and are not concerned.
struct OriginPolicy {
    private let allowed: Set<String>
    private let isLoopback: Bool

    /// A policy for a server on `host`. One on a loopback address takes as its own only loopback names, so that a
    /// foreign name which an attacker points at this machine (DNS rebinding) is foreign.
    init(origins: [String], host: String) {
        allowed = Set(origins.map { $0.lowercased() })
        isLoopback = Self.isLoopback(host[...])
    }

    /// Whether a request with these headers comes from a page that may speak to the server.
    func allows(origin: String?, host: String?) -> Bool {
        guard let origin = origin?.lowercased() else { return true }
        if allowed.contains(origin) { return true }
        guard let authority = origin.authority, let host = host?.lowercased(), authority == host[...] else {
            return false
        }
        return !isLoopback || Self.isLoopback(authority.hostName)
    }

    private static func isLoopback(_ host: Substring) -> Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host.hasPrefix("127.") || host == "[::1]"
            || host == "::1"
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
    /// An authority without its port.
    fileprivate var hostName: Substring {
        guard let colon = lastIndex(of: ":"), self[index(after: colon)...].allSatisfy(\.isNumber) else { return self }
        return self[..<colon]
    }
}
