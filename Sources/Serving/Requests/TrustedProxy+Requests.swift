import Cryptography
import HTTPServer
import Loop
import Scenes
import ViewModels

extension TrustedProxy {
    /// The longest name of a person, in bytes.
    private static let longestName = 200

    /// Returns the identity that the proxy names; `nil` if the request has none of its headers.
    ///
    /// - Throws: A problem for such a header from another peer, without the secret, twice, or in a spelling that other
    ///   programs read as the same header.
    @SceneActor func identity(of request: HTTPRequest) throws(Problem) -> Identity? {
        let names = [user] + (groups.map { [$0] } ?? [])
        let spellings = names.map { $0.replacing("-", with: "_") }.filter { !names.contains($0) }
        guard !spellings.contains(where: { request.header($0) != nil }) else { throw .untrustedProxy }
        guard names.contains(where: { request.header($0) != nil }) else { return nil }
        // A proxy that adds a line to those of the client would let the client choose its groups.
        guard names.allSatisfy({ request.lines(of: $0) <= 1 }) else { throw .untrustedProxy }
        guard from.contains(where: { AddressRange($0)?.contains(request.peerAddress) ?? false }), isProved(by: request),
            let name = request.header(user), !name.isEmpty, !name.contains(","),
            name.utf8.count <= Self.longestName, name.utf8.allSatisfy({ $0 >= 32 && $0 != 127 })
        else { throw .untrustedProxy }
        let named = groups.flatMap { request.header($0) }?.split { ",;| ".contains($0) } ?? []
        let roles = Set(named.compactMap { self.roles[String($0)] })
        let person = Principal(.person, id: "proxy:\(name)", name: name, roles: roles)
        return Identity(person, visitor: "proxy-\(name)", way: .proxy)
    }

    @SceneActor private func isProved(by request: HTTPRequest) -> Bool {
        guard let secret else { return true }
        return request.header(secret.header).map { ConstantTime.areEqual($0, secret.value) } ?? false
    }
}

extension Problem {
    /// A request has the headers of the trusted proxy, but not from it.
    static let untrustedProxy = Problem(
        status: 400, code: "untrusted-proxy",
        message: "Only the proxy of the setting `proxy` may name a user, once and with its secret.")
}
