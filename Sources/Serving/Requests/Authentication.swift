import HTTPServer
import Loop
import Scenes
import ViewModels

/// Finds out who makes a request: by the key in its `Authorization` header, by the headers of a trusted proxy, or by
/// the cookie of a session.
@SceneActor struct Authentication {
    let authenticator: any Authenticator
    /// The policy for origins and hosts.
    let origins: OriginPolicy
    /// The header in which a proxy names the client's address.
    let addressHeader: String?
    /// The proxy that signs people in, if there is one.
    let proxy: TrustedProxy?
    /// Whether rules limit what principals see. Without rules, a key that is limited to some tables is not valid.
    let hasRules: Bool

    /// Calls `body` with the identity of the client, or `nil` for nobody, at once if it is known.
    ///
    /// - Throws: A problem for an invalid key, for a page of another origin, and while sessions cannot be read.
    func identify(_ request: HTTPRequest, _ body: @escaping @SceneActor (Result<Identity?, Problem>) -> Void) {
        if let key = bearer(request) {
            return identify(key: key, from: VisitorAddress.name(of: request, header: addressHeader)) {
                body($0.map { $0 })
            }
        }
        let token = cookies(for: request).flatMap { Cookies(request.header("Cookie"))[$0.session] }
        do throws(Problem) {
            let named = try proxied(request)
            guard named != nil || token != nil else { return body(.success(nil)) }
            // Browsers attach cookies, and proxies attach their headers, to requests of any page.
            let isOurs = try Self.isOfOurPage(request)
            if let named { return body(.success(named)) }
            guard isOurs else { return body(.success(nil)) }
        } catch {
            return body(.failure(error))
        }
        guard let token else { return body(.success(nil)) }
        authenticator.identify(.session(token)) { body($0.mapError { Problem($0) }) }
    }

    /// Returns the identity that a trusted proxy names. A header that anybody else sends is recorded.
    private func proxied(_ request: HTTPRequest) throws(Problem) -> Identity? {
        do throws(Problem) {
            return try proxy?.identity(of: request)
        } catch {
            let network = VisitorAddress(request.peerAddress).text
            authenticator.audit(AuditEvent("proxy header refused", who: "", via: "proxy", network: network))
            throw error
        }
    }

    /// Calls `body` with the identity of a key that is used from an address.
    func identify(
        key: String, from address: String, _ body: @escaping @SceneActor (Result<Identity, Problem>) -> Void
    ) {
        authenticator.identify(.key(key)) { found in
            switch found {
            case .failure(let error): body(.failure(Problem(error)))
            case .success(let identity?)
            where identity.mayBeUsed(from: address) && (hasRules || identity.principal.tables == nil):
                body(.success(identity))
            case .success(let identity):
                recordRefusal(of: key, identity, from: address)
                body(.failure(.signIn("This key is not valid, or not valid from your address.")))
            }
        }
    }

    /// Records a refused key: its holder, if it is used from another network. A token of an issuer, which has dots, is
    /// recorded with its fault.
    private func recordRefusal(of key: String, _ identity: Identity?, from address: String) {
        guard identity != nil || !key.contains(".") else { return }
        authenticator.audit(
            AuditEvent(
                "key refused", who: identity?.auditName ?? "", via: identity?.auditWay ?? "key",
                network: VisitorAddress.isLocal(address) ? nil : address,
                detail: identity.map { $0.mayBeUsed(from: address) ? "needs rules" : "from another network" }))
    }

    /// Returns the token in the `Authorization` header (RFC 6750 section 2.1). Other schemes may be a proxy's.
    private func bearer(_ request: HTTPRequest) -> String? {
        let parts = request.header("Authorization")?.split(separator: " ", omittingEmptySubsequences: true)
        guard let parts, parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }

    /// The cookies of the requested host; `nil` if the host accepts no cookies. Over plain http, others on the network
    /// could read a cookie, so only the names of this machine itself accept one.
    func cookies(for request: HTTPRequest) -> HostCookies? {
        if origins.isSecure(host: request.host) { return HostCookies(isSecure: true) }
        return OriginPolicy.isLoopback(host: request.host) ? HostCookies(isSecure: false) : nil
    }

    /// Whether a request has the cookie of a session, and nobody is known to make it, because it does not say that it
    /// comes from a page of this server.
    func ignoresCookie(of request: HTTPRequest) -> Bool {
        guard request.identity == nil, let cookies = cookies(for: request),
            Cookies(request.header("Cookie"))[cookies.session] != nil
        else { return false }
        return (try? Self.isOfOurPage(request)) == false
    }

    /// The problem of a request that needs a sign-in.
    func signInProblem(of request: HTTPRequest) -> Problem {
        .signIn(ignoresCookie(of: request) ? Problem.uncountedCookie.message : Problem.signIn().message)
    }

    /// Whether the cookie of a request that may change something counts. A browser sends cookies with the requests of
    /// any page, so that the request has to say that it is of ours. A request that says nothing is of no browser.
    ///
    /// - Throws: A problem if the request is of another page. A foreign `Origin` was refused before.
    static func isOfOurPage(_ request: HTTPRequest) throws(Problem) -> Bool {
        let isRead = ["GET", "HEAD", "OPTIONS"].contains(request.method)
        guard !isRead || request.path == "/-/socket" else { return true }
        if request.head.origin != nil { return true }
        if request.header("Content-Type")?.lowercased().hasPrefix("text/plain") == true, !isRead {
            throw .foreignPage  // what a form of any page can send
        }
        guard let site = request.header("Sec-Fetch-Site")?.lowercased() else { return false }
        guard ["same-origin", "none"].contains(site) else { throw .foreignPage }
        return true
    }
}

extension Identity {
    /// Whether the networks of a key have this address.
    fileprivate func mayBeUsed(from address: String) -> Bool {
        networks.isEmpty || networks.contains { AddressRange($0)?.contains(address) ?? false }
    }
}

extension HTTPRequest {
    /// The identity of the client, once it is known; `nil` for nobody.
    var identity: Identity? { memo as? Identity }
}
