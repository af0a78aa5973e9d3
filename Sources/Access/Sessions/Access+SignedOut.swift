import Lists
import Scenes
import Stores
import Tables
import ViewModels

// The tokens of an issuer that end before their time: those issued before `oriel user sign-out NAME`.

extension Access {
    /// How long the end of tokens is kept, in seconds. No token is valid for longer.
    private nonisolated static let memory = 367.0 * 86_400

    /// Ends the tokens of the holders with a name or a `sub` that were issued until now.
    nonisolated static func endTokens(of name: String, at now: Double, _ transaction: AccessTransaction) throws {
        try transaction.run("DELETE FROM {TokenEnd} WHERE Time < ?", now - memory)
        try transaction.run(
            "INSERT INTO {TokenEnd} VALUES (?, ?) ON CONFLICT (Name) DO UPDATE SET Time = excluded.Time", name, now)
    }

    /// Returns whether a token was issued before its holder was signed out. A token that does not say when counts as
    /// issued before.
    func isSignedOut(_ token: WebToken) async throws(StoreError) -> Bool {
        let ends: [Double] = try await store.rows(
            "SELECT Time FROM {TokenEnd} WHERE Name IN (?, ?)", token.principal.name, token.subject)
        return ends.contains { (token.issued ?? -.infinity) <= $0 }
    }

    /// The identities of tokens whose holder has a name or a `sub`.
    func tokens(of name: String) -> [KnownIdentities.Known] {
        known.everything.filter { found in
            let principal = found.identity.principal
            return found.kind == .token
                && [principal.name, WebToken.subject(of: principal)].contains { $0.isSameName(as: name) }
        }
    }
}
