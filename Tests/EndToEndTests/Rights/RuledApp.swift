import Blueprints
import Loop
import Scenes
import Serving
import Stores
import TestSupport

/// A server of an app under rules, in this process. The key of a request says who sends it, such as `person:ID:ROLE`.
@SceneActor final class RuledApp {
    let port: Int
    let folder: String
    let store: Store
    let database: any TestDatabase
    private let site: Site

    var http: HTTPClient { HTTPClient(port: port) }

    /// Serves a new database created by `sql`, with the screens that `build` adds.
    init(
        _ sql: String, rules: String, _ build: @SceneActor (AppCoordinator, AccessRules, Store, String) throws -> Void
    ) async throws {
        database = try await TestEngine.makeDatabase(sql)
        folder = database.folder
        let path = try database.write(rules: rules)
        store = try await database.open()
        let app = AppCoordinator()
        do {
            try build(app, try AccessRules(path, of: store) { _ in }, store, folder)
            var settings = Settings()
            settings.port = 0
            site = Site(
                coordinator: app, files: StaticFiles(directory: nil), settings: settings,
                authenticator: NameAuthenticator())
            port = Int(try site.start().split(separator: ":").last ?? "") ?? 0
        } catch {
            await store.close()
            throw error
        }
    }

    func stop() async {
        await site.stop()
        await store.close()
    }
}

/// Gives a body a server of an app under rules, and stops it afterwards, whatever happens.
func withApp(
    _ sql: String, rules: String,
    _ build: @SceneActor @Sendable @escaping (AppCoordinator, AccessRules, Store, String) throws -> Void,
    _ body: @Sendable (RuledApp) async throws -> Void
) async throws {
    try await using({ try await RuledApp(sql, rules: rules, build) }, close: { await $0.stop() }, body)
}
