import Blueprints
import Loop
import Serving
import Stores

/// A database with a site on top, as the program runs it.
@SceneActor final class RunningServer {
    /// Where it answers.
    let address: String
    /// A route worth trying.
    let firstRoute: String
    private let store: Store
    private let site: Site

    init(database path: String, settings: Settings) async throws {
        var configuration = StoreConfiguration()
        configuration.busyTimeout = settings.busyTimeout
        let store = try await Store(path: path, configuration: configuration)
        let files = StaticFiles(directory: settings.publicDirectory)
        let coordinator = DatabaseCoordinator(store: store, reserved: files.reservedNames)
        let site = Site(coordinator: coordinator, files: files, settings: settings) { store.problem == nil }
        do {
            address = try site.start()
        } catch {
            await store.close()
            throw error
        }
        firstRoute = coordinator.firstRoute
        self.store = store
        self.site = site
    }

    func stop() async {
        await site.stop()
        await store.close()
    }
}
