import HTTPServer
import Loop

/// Who may read the metrics: by default programs on this machine. What a proxy on this machine passes on comes from it, too,
/// and is told by the headers that proxies add.
struct MetricsAccess {
    /// The addresses; `local` and `all` are words for some.
    let readers: [String]

    /// Whether a request may; `header` is the one in which a proxy says who asks.
    @SceneActor func allows(_ request: HTTPRequest, _ header: String?) -> Bool {
        if readers.contains("all") { return true }
        let address = VisitorAddress(of: request, header: header)
        if readers.contains(where: { VisitorAddress($0).text == address.text }) { return true }
        return readers.contains("local") && address.isLocal
            && !VisitorAddress.proxyHeaders.contains { request.header($0) != nil }
    }
}
