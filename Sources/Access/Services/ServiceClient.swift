import Cryptography
import JSON
import Loop
import Outbound
import Scenes

/// A service at which people sign in (OpenID Connect Core 1.0 section 3.1): what it says about itself, its keys, and
/// the exchange of codes for tokens. Every request is made on another thread.
@SceneActor final class ServiceClient {
    let service: LoginService
    /// The limits of each request.
    var limits = OutboundRequest.Limits()
    private let issuer: SecureURL
    private let queue: WorkQueue
    private var metadata: (value: ServiceMetadata, time: Double)?
    private var keys: (value: WebKeys, time: Double)?

    /// The time after which what a service says about itself, and its keys, are read again, in seconds.
    private static let lifetime = 3_600.0
    /// The least time between two readings of the keys because of an unknown one, in seconds.
    private static let pause = 60.0

    /// Makes the client of a service.
    ///
    /// - Throws: A sentence, if the service's address is not secure.
    init(_ service: LoginService, on queue: WorkQueue) throws(AccessError) {
        guard let issuer = SecureURL(service.issuer), !issuer.hasQuery else {
            throw AccessError("The setting \"oidc\" has the issuer \(service.issuer), which is no address with https.")
        }
        (self.service, self.issuer, self.queue) = (service, issuer, queue)
    }

    /// Returns what the service says about itself.
    func metadata(at now: Double) async throws(ServiceFault) -> ServiceMetadata {
        if let metadata, (0..<Self.lifetime).contains(now - metadata.time) { return metadata.value }
        let base = issuer.text.hasSuffix("/") ? String(issuer.text.dropLast()) : issuer.text
        guard let url = SecureURL(base + "/.well-known/openid-configuration") else {
            throw .unavailable("its address is too long")
        }
        let found = try ServiceMetadata(try await fetch(OutboundRequest(url)), of: service.issuer)
        metadata = (found, now)
        return found
    }

    /// Returns whom the token for a code names.
    ///
    /// - Parameter back: The address to which the service has sent the code.
    func account(
        by code: String, for passage: Passage, back: String, at now: Double
    ) async throws(ServiceFault) -> ServiceAccount {
        let metadata = try await metadata(at: now)
        var form = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", back),
            ("code_verifier", passage.verifier), ("client_id", service.client),
        ]
        var request = OutboundRequest(metadata.token)
        if let secret = service.secret {
            if metadata.takesSecretInForm {
                form.append(("client_secret", secret))
            } else {  // RFC 6749 section 2.3.1
                let pair = "\(FormText.escape(service.client)):\(FormText.escape(secret))"
                request.headers.append(("Authorization", "Basic \(Base64.encode(Array(pair.utf8)))"))
            }
        }
        request.form = form
        guard let token = try await fetch(request)["id_token"]?.stringValue else {
            throw .unavailable("it gives no ID token")
        }
        return try await account(token, passage, metadata, at: now)
    }

    private func account(
        _ token: String, _ passage: Passage, _ metadata: ServiceMetadata, at now: Double
    ) async throws(ServiceFault) -> ServiceAccount {
        // The service may have new keys if the one that the token names is unknown.
        for age in [Self.lifetime, Self.pause] {
            let keys = try await keys(metadata, at: now, after: age)
            do throws(WebToken.Fault) {
                return try ServiceAccount(token, of: service, nonce: passage.nonce, by: keys, at: now)
            } catch {
                guard error == .key else { throw .refused(error.rawValue) }
            }
        }
        throw .refused(WebToken.Fault.key.rawValue)
    }

    /// Returns the keys of the service. Reads them again if they are older than some seconds.
    private func keys(
        _ metadata: ServiceMetadata, at now: Double, after age: Double
    ) async throws(ServiceFault) -> WebKeys {
        if let keys, (0..<age).contains(now - keys.time) { return keys.value }
        guard let found = WebKeys(published: try await fetch(OutboundRequest(metadata.keys))) else {
            throw .unavailable("it has no key that can be used")
        }
        keys = (found, now)
        return found
    }

    /// Sends a request, and returns the JSON object of the response.
    private func fetch(_ request: OutboundRequest) async throws(ServiceFault) -> JSON {
        let limits = limits
        let response: OutboundResponse
        do {
            response = try await queue.run {
                Result { () throws(OutboundError) in try request.send(within: limits) }
            }.get()
        } catch let error as OutboundError {
            throw .unavailable(error.reason)
        } catch {
            throw .unavailable("too many requests to services are under way")
        }
        let json = try? JSON(parsing: response.body)
        guard response.status == 200 else {
            // RFC 6749 section 5.2: the code is refused, or this server is.
            guard let error = json?["error"]?.stringValue, response.status < 500,
                (1...40).contains(error.utf8.count), error.utf8.allSatisfy({ (97...122).contains($0) || $0 == 95 })
            else { throw .unavailable("it answers with the status \(response.status)") }
            throw .refused("the service says \(error)")
        }
        guard let json, json.objectValue != nil else { throw .unavailable("it answers with something else than JSON") }
        return json
    }
}
