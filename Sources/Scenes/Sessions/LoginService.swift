/// A service at which people sign in, by OpenID Connect. It tells this server who they are.
public struct LoginService: Sendable, Equatable {
    /// The name in addresses: `/-/sign-in/NAME`.
    public var name: String
    /// The address of the service, which the claim `iss` of its tokens must have.
    public var issuer: String
    /// The id that the service has given this server.
    public var client: String
    /// The secret that belongs to the id; `nil` if the service has given none.
    public var secret: String?
    /// The scopes that are asked for, besides `openid`.
    public var scopes = ["profile", "email"]
    /// The claim with the name of a new person. A mail address counts only if the service has verified it.
    public var person = "email"
    /// The claim with the names of the roles, or of groups in ``map``. It decides the roles at each sign-in. `nil` for
    /// roles that are given here.
    public var roles: String?
    /// The roles by group; `nil` if the claim has the names of roles. Other groups give no role.
    public var map: [String: String]?
    /// Whether a mail address that the service has verified leads to the person of this name. The person's password,
    /// sessions and keys end then.
    public var linkByMail = false
    /// Whether a person is created at the first sign-in.
    public var create = false
    /// The name for people to read.
    public var title: String

    /// Creates the description of a service.
    public init(name: String, issuer: String, client: String, secret: String? = nil) {
        (self.name, self.issuer, self.client, self.secret) = (name, issuer, client, secret)
        title = name
    }

    /// Whether the name can be part of an address.
    package var hasValidName: Bool {
        (1...40).contains(name.utf8.count)
            && name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    }

    /// The valid values of the setting, as part of a sentence.
    package static let words =
        "{ NAME: { issuer: https://…, client: …, secret: { file: PATH }, scopes: [profile, email], name: CLAIM, "
        + "roles: CLAIM, map: { GROUP: ROLE }, linkByMail: false, create: false, title: … } }, of which issuer and "
        + "client are required, and a name has small letters, digits and hyphens"
}
