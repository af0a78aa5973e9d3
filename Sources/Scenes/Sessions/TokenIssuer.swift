import ViewModels

/// An issuer of JSON Web Tokens (RFC 7519), such as a login service. A client with a valid token of the issuer is
/// served.
public struct TokenIssuer: Sendable, Equatable {
    /// The path of the file with the issuer's keys: a JWK set or one JWK (RFC 7517), or a public key in PEM. The server
    /// follows the file.
    public var keys: String
    /// The value that the claim `iss` must have.
    public var issuer: String
    /// The value that the claim `aud` must have or contain.
    public var audience: String
    /// The claim with the name for people to read.
    public var name = "sub"
    /// The claim with the names of the roles: an array, or a text with spaces or commas; `nil` if tokens give no roles.
    /// `realm.roles` is the member `roles` of the claim `realm`.
    public var roles: String?
    /// The roles by the names in that claim. Other names give no role. If it is `nil`, names are taken as they are,
    /// except for ``Principal/admin``: only this map makes an administrator.
    public var map: [String: String]?

    /// Creates the description of an issuer.
    public init(
        keys: String, issuer: String, audience: String, name: String = "sub", roles: String? = nil,
        map: [String: String]? = nil
    ) {
        (self.keys, self.issuer, self.audience, self.name, self.roles) = (keys, issuer, audience, name, roles)
        self.map = map
    }

    /// Returns the roles that names in a token give.
    package func roles(named names: Set<String>) -> Set<String> {
        map.map { map in Set(names.compactMap { map[$0] }) } ?? names.subtracting([Principal.admin])
    }
}
