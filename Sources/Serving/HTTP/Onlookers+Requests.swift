import HTTPServer
import Loop

extension Onlookers {
    /// Whether whoever sends a request is one of them; `header` is the one in which a proxy says who asks.
    @SceneActor func allow(_ request: HTTPRequest, addressHeader header: String?) -> Bool {
        if areAll || (areLocal && Self.isLocal(request, header)) { return true }
        guard !networks.isEmpty else { return false }
        let address = VisitorAddress.name(of: request, header: header)
        return networks.contains { $0.contains(address) }
    }

    /// Whether a request comes from this machine. What a proxy on it passes on does too, and is told by the headers that proxies
    /// add. One from this machine is addressed to it, too: a page elsewhere could have its name point here.
    @SceneActor private static func isLocal(_ request: HTTPRequest, _ header: String?) -> Bool {
        let proxies = VisitorAddress.proxyHeaders + (header.map { [$0] } ?? [])
        return VisitorAddress(request.peerAddress).isLocal
            && OriginPolicy(origins: [], host: "127.0.0.1").allows(host: request.host)
            && !proxies.contains { request.header($0) != nil }
    }
}
