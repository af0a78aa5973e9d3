import Blueprints
import Foundation
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
    let database: Database
    private let site: Site

    var http: HTTPClient { HTTPClient(port: port) }

    /// Serves a new database created by `sql`, with the screens that `build` adds.
    init(
        _ sql: String, rules: String, _ build: @SceneActor (AppCoordinator, AccessRules, Store, String) throws -> Void
    ) async throws {
        database = try await blocking { try Database(sql) }
        folder = database.folder
        try Data(rules.utf8).write(to: URL(fileURLWithPath: folder + "/access.yaml"))
        store = try await Store(path: database.path)
        let app = AppCoordinator()
        do {
            try build(app, try AccessRules(folder + "/access.yaml", of: store) { _ in }, store, folder)
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
