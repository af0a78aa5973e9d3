import HTTPServer
import Loop

extension Onlookers {
    /// Whether the client of a request is allowed. `header` is the one in which a proxy names the client's address.
    @SceneActor func allow(_ request: HTTPRequest, addressHeader header: String?) -> Bool {
        if areAll || (areLocal && Self.isLocal(request, header)) { return true }
        guard !networks.isEmpty else { return false }
        let address = VisitorAddress.name(of: request, header: header)
        return networks.contains { $0.contains(address) }
    }

    /// Whether a request comes from this machine. A local proxy also connects from this machine, and is recognised by
    /// the headers that proxies add. The request must also be addressed to this machine, because a foreign page could
    /// let its name resolve to this machine.
    @SceneActor private static func isLocal(_ request: HTTPRequest, _ header: String?) -> Bool {
        let proxies = VisitorAddress.proxyHeaders + (header.map { [$0] } ?? [])
        return VisitorAddress(request.peerAddress).isLocal
            && OriginPolicy(origins: [], host: "127.0.0.1").allows(host: request.host)
            && !proxies.contains { request.header($0) != nil }
    }
}
