import Cryptography
import FoundationEssentials

/// A sign-in at a service that is under way. The browser keeps it in a cookie; the server keeps nothing.
///
/// What is sent to the service is derived from a secret in the cookie, so it belongs to this browser, this service,
/// this time and the path to show afterwards.
struct Passage {
    private let service: String
    private let token: String
    private let time: Int64
    /// The path to show after the sign-in.
    let next: String

    /// The time for which a passage is valid, in seconds.
    static let lifetime = 600.0
    /// The longest path that is kept, in bytes. A cookie has 4,096.
    private static let longestPath = 1_500

    /// Begins a passage.
    init(to service: String, next: String, at now: Double) {
        (self.service, token, time) = (service, Token.make(), Int64(now))
        self.next = next.utf8.count > Self.longestPath ? "/" : next
    }

    /// Reads a passage to a service from a cookie; `nil` if it is damaged, of another service, or too old.
    init?(_ cookie: String, to service: String, at now: Double) {
        let parts = cookie.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 64, let time = Int64(parts[1]),
            (0..<Self.lifetime).contains(now - Double(time)), let next = Base64.decodeURL(parts[2])
        else { return nil }
        (self.service, token, self.time) = (service, String(parts[0]), time)
        self.next = String(decoding: next, as: UTF8.self)
    }

    /// The value of the cookie.
    var cookie: String { "\(token).\(time).\(Base64.encodeURL(Array(next.utf8)))" }

    /// The parameter `state`, which comes back with the code.
    var state: String { derived("state") }
    /// The claim `nonce` of the token.
    var nonce: String { derived("nonce") }
    /// The verifier of PKCE (RFC 7636 section 4.1).
    var verifier: String { derived("verifier") }
    /// The challenge that belongs to the verifier (RFC 7636 section 4.2).
    var challenge: String { Base64.encodeURL(Hash.sha256.digest(of: Array(verifier.utf8))) }
    /// The time at which the passage ends, in seconds since 1970.
    var end: Double { Double(time) + Self.lifetime }

    private func derived(_ purpose: String) -> String {
        let code = HMAC.sha256.code(of: Array("\(purpose).\(service).\(time).\(next)".utf8), key: Array(token.utf8))
        return Base64.encodeURL(code)
    }
}
