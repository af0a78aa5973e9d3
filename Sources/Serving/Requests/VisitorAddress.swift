import Glibc
import HTTPServer
import Loop

/// The address that identifies a client: an IPv4 address, or the /64 network of an IPv6 address, because a client with
/// one address of that network has all of them.
struct VisitorAddress {
    /// The IPv4 address, or the first address of the network.
    let text: String

    /// Whether the address is a loopback address.
    var isLocal: Bool { Self.isLocal(text) }

    /// Whether this text is a loopback address.
    static func isLocal(_ text: String) -> Bool { text.hasPrefix("127.") || text == "::1" }

    /// Headers that proxies add. A client behind a proxy may be anywhere.
    static let proxyHeaders = ["Forwarded", "Via", "X-Forwarded-For", "X-Real-IP"]

    private static let loopback = [UInt8](repeating: 0, count: 15) + [1]

    /// Reads the address from `header`, if it is set and the request has it, or else from the connection. The last of
    /// several addresses counts, because the nearest proxy has written it.
    @SceneActor init(of request: HTTPRequest, header: String?) {
        self.init(Self.name(of: request, header: header))
    }

    /// Returns the complete address as text, without the port that some proxies add.
    @SceneActor static func name(of request: HTTPRequest, header: String?) -> String {
        let said = header.flatMap { request.header($0) }?.split(separator: ",").last
        return said.map { withoutPort($0.filter { $0 != " " }) } ?? request.peerAddress
    }

    private static func withoutPort(_ text: String) -> String {
        if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? String(parts[0]) : text
    }

    /// Makes an address from its text form.
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
