import Access
import Logging
import Loop
import Serving
import Stores

extension Access {
    /// Opens the database of the setting `users`; `nil` without one.
    convenience init?(_ settings: Settings, serving store: Store) async throws {
        guard let path = settings.users else { return nil }
        let lifetimes = Lifetimes(
            idle: settings.signInIdle, total: settings.signInLifetime, staying: settings.staySignedIn)
        try await self.init(
            path: path, people: settings.people, of: store, issuer: settings.jwt, services: settings.oidc,
            lifetimes: lifetimes)
        onWarning { ServerLog.warn($0) }
    }

    /// Logs a link with which the first administrator is created, while there is nobody.
    func logFirstStep(_ address: String) async {
        guard let link = await firstLink(to: address) else { return }
        ServerLog.logger.notice("\(Self.firstStep)", metadata: ["link": "\(link)"])
    }
}
