import JSON
import Outbound

/// What a service says about itself (OpenID Connect Discovery 1.0 section 3).
struct ServiceMetadata: Sendable {
    /// The page at which people sign in.
    let authorization: SecureURL
    /// The address that gives a token for a code.
    let token: SecureURL
    /// The address of the keys.
    let keys: SecureURL
    /// Whether the service names itself in its answers (RFC 9207 section 3).
    let namesIssuer: Bool
    /// Whether the secret is sent in the form, because the service does not take it in a header.
    let takesSecretInForm: Bool

    /// Reads the document of an issuer.
    init(_ json: JSON, of issuer: String) throws(ServiceFault) {
        guard json["issuer"]?.stringValue == issuer else { throw .unavailable("its document names another issuer") }
        let isEncrypted = SecureURL(issuer)?.isEncrypted ?? true
        func url(_ name: String) throws(ServiceFault) -> SecureURL {
            guard let url = json[name]?.stringValue.flatMap(SecureURL.init), url.isEncrypted || !isEncrypted else {
                throw .unavailable("its document has no \(name) with https")
            }
            return url
        }
        authorization = try url("authorization_endpoint")
        token = try url("token_endpoint")
        keys = try url("jwks_uri")
        namesIssuer = json["authorization_response_iss_parameter_supported"] == true
        let ways = json["token_endpoint_auth_methods_supported"]?.arrayValue
        takesSecretInForm =
            ways.map { !$0.contains("client_secret_basic") && $0.contains("client_secret_post") } ?? false
    }
}
