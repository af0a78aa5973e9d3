import Cryptography
import JSON
import Scenes
import ViewModels

/// A JSON Web Token (RFC 7519) in its compact form, whose signature and claims are valid.
struct WebToken {
    /// Whom the token names.
    let principal: Principal
    /// The time until which it is accepted, in seconds since 1970.
    let end: Double
    /// When it was issued, in seconds since 1970; `nil` if it does not say.
    let issued: Double?

    /// Why a token is refused, as the audit has it.
    enum Fault: String, Error {
        case form = "not a token"
        case head = "a member of its head is not supported"
        case key = "no key of this name and algorithm"
        case signature = "wrong signature"
        case issuer = "wrong iss"
        case audience = "wrong aud"
        case time = "without exp, expired, or not yet valid"
        case subject = "without a usable sub, name or roles"
        case signedOut = "issued before its holder was signed out"
    }

    /// The longest token, in bytes, and the longest subject.
    private static let (longest, longestSubject) = (8 * 1024, 200)
    /// The time in seconds after which a token is verified again, if it is valid for longer.
    private static let longestTime = 366.0 * 86_400
    /// How far the clocks of the issuer and the server may differ, in seconds.
    private static let skew = 30.0

    /// Whether a text has the form of a token. Keys of this server have no dots.
    static func isOne(_ text: String) -> Bool { text.utf8.count { $0 == UInt8(ascii: ".") } == 2 }

    /// Verifies a token.
    ///
    /// - Parameter now: The present, in seconds since 1970.
    init(_ text: String, from issuer: TokenIssuer, by keys: WebKeys, at now: Double) throws(Fault) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.longest, parts.count == 3, let signature = Base64.decodeURL(parts[2]),
            let head = Self.object(parts[0]), let claims = Self.object(parts[1])
        else { throw .form }
        // The other members name keys or extensions (RFC 7515 section 4.1), which only the file of keys may do.
        guard Set(head.names).isSubset(of: ["alg", "kid", "typ", "cty"]),
            head["kid"].map({ $0.stringValue != nil }) ?? true,
            head["typ"].map({ ["jwt", "at+jwt"].contains($0.stringValue?.lowercased()) }) ?? true
        else { throw .head }
        guard let key = keys.key(named: head["kid"]?.stringValue, head["alg"]?.stringValue ?? "") else { throw .key }
        guard key.verifies(signature, of: Array("\(parts[0]).\(parts[1])".utf8)) else { throw .signature }
        guard claims["iss"]?.stringValue == issuer.issuer else { throw .issuer }
        let audiences = claims["aud"].map { $0.arrayValue ?? [$0] } ?? []
        guard audiences.contains(.string(issuer.audience)) else { throw .audience }
        guard let end = claims["exp"]?.doubleValue, end.isFinite, now < end + Self.skew,
            claims["nbf"].map({ $0.doubleValue.map { now > $0 - Self.skew } ?? false }) ?? true
        else { throw .time }
        self.end = min(end, now + Self.longestTime) + Self.skew
        issued = claims["iat"]?.doubleValue
        principal = try Self.principal(claims, issuer)
    }

    private static func object(_ part: Substring) -> JSONObject? {
        Base64.decodeURL(part).flatMap { try? JSON(parsing: $0) }?.objectValue
    }

    private static func principal(_ claims: JSONObject, _ issuer: TokenIssuer) throws(Fault) -> Principal {
        guard let subject = claims["sub"]?.stringValue, isUsable(subject),
            let name = claim(issuer.name, of: claims)?.stringValue, isUsable(name)
        else { throw .subject }
        var roles: Set<String> = []
        if let path = issuer.roles, let value = claim(path, of: claims) {
            guard let found = value.stringValue.map(RoleNames.read) ?? (try? value.arrayValue.map(texts)) else {
                throw .subject
            }
            roles = issuer.roles(named: found)
        }
        return Principal(.person, id: prefix + subject, name: name, roles: roles)
    }

    /// The beginning of the ids of holders, before the claim `sub`.
    private static let prefix = "jwt:"

    /// The claim `sub`.
    var subject: String { Self.subject(of: principal) }

    /// Returns the claim `sub` of a holder.
    static func subject(of principal: Principal) -> String { String(principal.id.dropFirst(prefix.count)) }

    private static func texts(_ values: [JSON]) throws(Fault) -> Set<String> {
        var texts: Set<String> = []
        for value in values {
            guard let text = value.stringValue else { throw .subject }
            texts.insert(text)
        }
        return texts
    }

    private static func isUsable(_ name: String) -> Bool {
        (1...longestSubject).contains(name.utf8.count) && name.unicodeScalars.allSatisfy { $0.value >= 32 }
    }

    /// Returns the claim with this name, or the member of a claim at this path.
    private static func claim(_ path: String, of claims: JSONObject) -> JSON? {
        if let claim = claims[path] { return claim }
        return path.split(separator: ".").reduce(JSON.object(claims)) { $0?[String($1)] }
    }
}
