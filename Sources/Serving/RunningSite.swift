import Access
import DataSources
import Logging
import Loop
import Scenes
import Stores

/// A started site, with the people of the setting `users`.
///
/// Opens the database of people, sessions and keys before the site starts, logs its problems, and closes it after the
/// site has stopped, so that no event of the audit is lost.
@SceneActor package final class RunningSite {
    /// The address at which the site answers.
    package let address: String
    private let site: Site
    private let access: Access?
    private let backgroundWork: [any BackgroundWork]
    private let rules: (any AppRules)?

    /// Starts a site for the screens of a coordinator.
    ///
    /// - Parameters:
    ///   - store: The served database, which may have the table of the setting `people`; by default that of a
    ///     ``StoreCoordinator``.
    ///   - authenticator: Who knows the people, in the place of the database of the setting `users`.
    ///   - unreadiness: See ``Site/init(coordinator:files:settings:unreadiness:)``.
    /// - Throws: A sentence, if the database of people cannot be used, or if the server cannot listen.
    package init(
        _ coordinator: any Coordinator, of store: Store? = nil, files: StaticFiles, settings: Settings,
        authenticator: (any Authenticator)? = nil, unreadiness: @escaping () -> String? = { nil }
    ) async throws {
        let store = store ?? (coordinator as? any StoreCoordinator)?.store
        let access = authenticator == nil ? try await Self.access(settings, serving: store) : nil
        let authenticator = authenticator ?? access
        if let app = coordinator as? AppCoordinator {
            app.authenticator = authenticator
            if let people = settings.people { app.protect(people) }
        }
        site = Site(
            coordinator: coordinator.joined(with: access?.screens), files: files, settings: settings,
            authenticator: authenticator, unreadiness: unreadiness, streamState: { [weak store] in store?.streamState })
        self.access = access
        backgroundWork = (coordinator as? AppCoordinator)?.backgroundWork ?? []
        rules = (coordinator as? AppCoordinator)?.rules
        do {
            if let name = try await access?.addFirstAdministrator() {
                ServerLog.logger.notice("the administrator was added", metadata: ["name": "\(name)"])
            }
            for work in backgroundWork {
                work.onWarning = { ServerLog.warn($0) }
                try await work.start()
            }
            address = try site.start()
        } catch {
            for work in backgroundWork { await work.stop() }
            await access?.close()
            throw error
        }
        access?.onProblemChange { ServerLog.record($0) }
    }

    /// Opens the database of the setting `users`; `nil` without one.
    private static func access(_ settings: Settings, serving store: Store?) async throws -> Access? {
        guard let users = settings.users else { return nil }
        let lifetimes = Access.Lifetimes(
            idle: settings.signInIdle, total: settings.signInLifetime, staying: settings.staySignedIn)
        let access = try await Access(
            users: users, people: settings.people, of: store, issuer: settings.jwt, services: settings.oidc,
            lifetimes: lifetimes)
        access.lockAfter = settings.lockAfter > 0 ? settings.lockAfter : nil
        access.onWarning { ServerLog.warn($0) }
        return access
    }

    /// Returns what to do first, and the link with which the first administrator is created; `nil` if there is
    /// somebody.
    package func firstStep() async -> (advice: String, link: String)? {
        guard let access, let link = await access.firstLink(to: address) else { return nil }
        return (access.firstStep, link)
    }

    /// Applies changed settings.
    package func follow(_ settings: Settings) -> SettingsChange { site.follow(settings) }

    /// Stops the site and its background work, and writes the events of the audit that wait.
    package func stop() async {
        async let stopped: Void = stopBackgroundWork()
        await site.stop()
        await stopped
        rules?.stop()
        await access?.close()
    }

    private func stopBackgroundWork() async {
        for work in backgroundWork { await work.stop() }
    }
}

extension ServerLog {
    /// Logs when a database cannot be read, and when it can again. `details` is the reason for operators.
    package static func record(_ problem: ListProblem?, details: String? = nil) {
        if let problem {
            logger.warning("\(details ?? problem.message)", metadata: ["code": "\(problem.code)"])
        } else {
            logger.notice("The database can be read again.")
        }
    }
}
