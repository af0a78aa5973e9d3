import Access
import Blueprints
import DataSources
import Lists
import Logging
import Loop
import SQLiteEngine
import Scenes
import Serving
import Stores
import Tables

/// A served database or JSON file: its store and its site.
@SceneActor final class RunningServer {
    /// The address at which the server answers.
    let address: String
    /// A route to suggest to the user.
    let firstRoute: String
    /// The current work of the store. Callable from any thread.
    nonisolated let work: StoreWork
    private let store: Store
    private let access: Access?
    private let site: Site

    init(database path: String, settings: Settings) async throws {
        var configuration = StoreConfiguration()
        configuration.isReadOnly = settings.readOnly
        configuration.synchronous = StoreConfiguration.Synchronous(rawValue: settings.synchronous.rawValue) ?? .full
        configuration.busyTimeout = settings.busyTimeout
        configuration.listLimit = settings.listLimit
        configuration.queryTimeout = settings.queryTimeout
        configuration.writeTimeout = settings.writeTimeout
        configuration.spoolLimit = settings.spoolLimit
        configuration.spoolTotal = settings.spoolTotal
        configuration.budget.valueLimit = settings.valueLimit
        DatabaseMemory.limit(to: settings.databaseMemory)
        let store = try await Store.opened(path, configuration)
        store.onProblemChange = Self.log
        let files = StaticFiles(directory: settings.publicDirectory)
        let coordinator: DatabaseCoordinator
        let access: Access?
        do {
            let rules = try settings.access.map { path in
                try AccessFile(path, of: store, people: settings.people) { ServerLog.logger.warning("\($0)") }
            }
            coordinator = DatabaseCoordinator(store: store, reserved: files.reservedNames, access: rules)
            access = try await Access(settings, serving: store)
        } catch {
            await store.close()
            throw error
        }
        let site = Site(
            coordinator: coordinator.joined(with: access?.screens), files: files, settings: settings,
            authenticator: access, unreadiness: { store.unreadiness })
        do {
            if let name = try await access?.addFirstAdministrator() {
                ServerLog.logger.notice("the administrator was added", metadata: ["name": "\(name)"])
            }
            address = try site.start()
        } catch {
            await access?.close()
            await store.close()
            throw error
        }
        access?.onProblemChange(Self.log)
        await access?.logFirstStep(address)
        self.access = access
        firstRoute = coordinator.firstRoute
        self.store = store
        work = store.work
        self.site = site
        if store.keepsWritersOut { ServerLog.logger.notice("\(Self.advice)") }
    }

    private static let advice =
        "The database is not in WAL mode, so reads block writers. Start with --wal to switch."

    /// Logs when the database cannot be read, and when it can again.
    private static func log(_ problem: ListProblem?) {
        if let problem {
            ServerLog.logger.warning("\(problem.message)", metadata: ["code": "\(problem.code)"])
        } else {
            ServerLog.logger.notice("The database can be read again.")
        }
    }

    /// Applies changed settings.
    func follow(_ settings: Settings) -> SettingsChange { site.follow(settings) }

    func stop() async {
        await site.stop()
        await access?.close()
        await store.close()
    }
}
