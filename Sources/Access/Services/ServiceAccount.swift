import Cryptography
import JSON
import Scenes

/// Whom an ID token names (OpenID Connect Core 1.0 section 2), after the checks of section 3.1.3.7.
struct ServiceAccount: Sendable {
    /// The id of the account at the service.
    let subject: String
    /// The mail address, if the service has verified it.
    let mail: String?
    /// The name for a new person.
    let name: String?
    /// The roles that the service gives; `nil` if roles are given here.
    let roles: Set<String>?

    /// The longest subject (section 2).
    private static let longestSubject = 255
    /// The longest name of a person, in bytes.
    private static let longestName = 200

    /// Verifies an ID token.
    init(
        _ token: String, of service: LoginService, nonce: String, by keys: WebKeys, at now: Double
    ) throws(WebToken.Fault) {
        let (claims, _) = try WebToken.claims(
            of: token, from: service.issuer, for: service.client, types: ["jwt"], by: keys, at: now)
        guard let found = claims["nonce"]?.stringValue, ConstantTime.areEqual(found, nonce) else { throw .nonce }
        let party = claims["azp"]
        guard party.map({ $0.stringValue == service.client }) ?? ((claims["aud"]?.arrayValue?.count ?? 1) == 1) else {
            throw .audience
        }
        guard let subject = claims["sub"]?.stringValue, Self.isClean(subject, upTo: Self.longestSubject) else {
            throw .subject
        }
        self.subject = subject
        let mail = claims["email_verified"] == true ? claims["email"]?.stringValue : nil
        self.mail = mail.flatMap { Self.isClean($0, upTo: Self.longestName) && $0.contains("@") ? $0 : nil }
        let name = service.person == "email" ? mail : WebToken.claim(service.person, of: claims)?.stringValue
        self.name = name.flatMap { Self.isClean($0, upTo: Self.longestName) ? $0 : nil }
        guard let path = service.roles else {
            roles = nil
            return
        }
        let groups = try WebToken.roles(at: path, of: claims)
        let known = service.map.map { map in Set(groups.compactMap { map[$0] }) } ?? groups
        roles = known.filter { RoleNames.read($0) == [$0] }
    }

    private static func isClean(_ text: String, upTo longest: Int) -> Bool {
        (1...longest).contains(text.utf8.count) && text.first != " " && text.last != " "
            && text.isPrintable
    }
}
