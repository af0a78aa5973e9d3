import Blueprints
import Configuration
import DataSources
import Lists
import Logging
import Loop
import PostgreSQL
import PostgresEngine
import SQLiteEngine
import Scenes
import Serving
import Stores
import Tables

/// A served database or JSON file: its store and its site.
@SceneActor final class RunningServer {
    /// The address at which the server answers.
    var address: String { site.address }
    /// A route to suggest to the user.
    let firstRoute: String
    /// The current work of the store. Callable from any thread.
    nonisolated let work: StoreWork
    private let store: Store
    private let site: RunningSite

    init(_ database: ServedDatabase, settings: Settings) async throws {
        DatabaseMemory.limit(to: settings.databaseMemory)
        let store = try await Store(
            at: database.url, password: database.password, configuration: StoreConfiguration(settings))
        store.onProblemChange = { [unowned store] in ServerLog.record($0, details: store.problemDetails) }
        do {
            let files = StaticFiles(directory: settings.publicDirectory)
            let rules = try settings.access.map { path in
                try AccessFile(path, of: store, people: settings.people) { ServerLog.logger.warning("\($0)") }
            }
            var scenes: SceneFolder?
            if let folder = settings.scenes {
                scenes = try await SceneFolder(folder, of: store, access: rules) { ServerLog.logger.warning("\($0)") }
            }
            let coordinator = DatabaseCoordinator(
                store: store, reserved: files.reservedNames, access: rules, scenes: scenes)
            site = try await RunningSite(
                coordinator, of: store, files: files, settings: settings, unreadiness: { store.unreadiness })
            firstRoute = coordinator.firstRoute
        } catch {
            await store.close()
            throw error
        }
        if let first = await site.firstStep() {
            ServerLog.logger.notice("\(first.advice)", metadata: ["link": "\(first.link)"])
        }
        self.store = store
        work = store.work
        if store.schema.tables.isEmpty, let address = PostgresAddress(database.url, password: database.password),
            let schemas = try? await ServerCheck.schemasOfRole(at: address), let advice = SchemaAdvice.sentence(schemas)
        {
            ServerLog.logger.notice("\(advice)")
        }
        if store.keepsWritersOut { ServerLog.logger.notice("\(Self.advice)") }
    }

    private static let advice =
        "The database is not in WAL mode, so reads block writers. Start with --wal to switch."

    /// Applies changed settings.
    func follow(_ settings: Settings) -> SettingsChange { site.follow(settings) }

    func stop() async {
        await site.stop()
        await store.close()
    }
}
