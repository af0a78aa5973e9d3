import Glibc
import HTTPServer
import Loop

/// Where a visitor comes from, as far as it tells one from another: an IPv4 address, or the network (/64) of an IPv6 address,
/// since whoever has one of its addresses has all of them.
struct VisitorAddress {
    /// The address, or the network's first.
    let text: String

    /// Whether it is this machine's.
    var isLocal: Bool { Self.isLocal(text) }

    /// Whether the text of an address is one of this machine.
    static func isLocal(_ text: String) -> Bool { text.hasPrefix("127.") || text == "::1" }

    /// Headers that a proxy adds: who comes through one may be anywhere.
    static let proxyHeaders = ["Forwarded", "Via", "X-Forwarded-For", "X-Real-IP"]

    private static let loopback = [UInt8](repeating: 0, count: 15) + [1]

    /// The address that `header` names, if there is one and it is in the request, or that of the connection. Of several the
    /// last counts: it is the one that the nearest proxy has written.
    @SceneActor init(of request: HTTPRequest, header: String?) {
        self.init(Self.name(of: request, header: header))
    }

    /// The whole address, as it is said, without the port that some proxies write behind it.
    @SceneActor static func name(of request: HTTPRequest, header: String?) -> String {
        let said = header.flatMap { request.header($0) }?.split(separator: ",").last
        return said.map { withoutPort($0.filter { $0 != " " }) } ?? request.peerAddress
    }

    private static func withoutPort(_ text: String) -> String {
        if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? String(parts[0]) : text
    }

    /// An address in its text form.
    init(_ text: String) {
        var address = in6_addr()
        guard inet_pton(AF_INET6, text, &address) == 1 else {
            self.text = text
            return
        }
        let bytes = withUnsafeBytes(of: &address, Array.init)
        guard bytes != Self.loopback else {
            self.text = "::1"
            return
        }
        let mapped = Array(repeating: UInt8(0), count: 10) + [255, 255]
        self.text =
            bytes.starts(with: mapped)
            ? bytes[12...].map(String.init).joined(separator: ".")
            : stride(from: 0, to: 8, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
                .joined(separator: ":") + "::"
    }
}
