import Access
import Foundation
import JSON
import Loop
import Scenes
import Serving
import Stores
import TestSupport

/// A server of an app, started as `Oriel.run` starts it, on a free port.
@SceneActor final class AppServer {
    /// What an app is made of.
    struct Parts {
        /// The store of the app's database.
        let store: Store
        /// The path of its rules.
        let rules: String
    }

    typealias Make = @SceneActor (Parts) async throws -> any Coordinator

    nonisolated let database: Database
    nonisolated let port: Int
    private let store: Store
    private let site: RunningSite

    nonisolated var http: HTTPClient { HTTPClient(port: port) }
    /// The path of the database of people, sessions and keys, if people sign in.
    nonisolated var users: String { database.folder + "/access.sqlite" }

    /// Serves an app. With `people`, only these people are served, whose password is ``Guarded/password``.
    init(
        _ sql: String, rules: String, people: [String: Set<String>]?, _ change: (inout Settings) -> Void, _ make: Make
    ) async throws {
        let database = try await blocking { try Database(sql) }
        let path = database.folder + "/access.yaml"
        try Data(rules.utf8).write(to: URL(fileURLWithPath: path))
        var settings = Settings()
        settings.port = 0
        if let people {
            let access = try await Access(path: database.folder + "/access.sqlite")
            settings.users = database.folder + "/access.sqlite"
            for (name, roles) in people {
                _ = try await access.addPerson(name, password: Guarded.password, roles: roles)
            }
            await access.close()
        }
        change(&settings)
        let store = try await Store(path: database.path)
        do {
            let coordinator = try await make(Parts(store: store, rules: path))
            site = try await RunningSite(
                coordinator, of: (coordinator as? any StoreCoordinator)?.store, files: StaticFiles(directory: nil),
                settings: settings)
        } catch {
            await store.close()
            throw error
        }
        (self.database, self.store) = (database, store)
        port = Int(site.address.split(separator: ":").last ?? "") ?? 0
    }

    func stop() async {
        await site.stop()
        await store.close()
    }

    /// The headers of a browser in which somebody has signed in.
    nonisolated func browser(_ name: String, _ password: String = Guarded.password) async throws -> [String: String] {
        let origin = "http://127.0.0.1:\(port)"
        let body: JSON = ["name": .string(name), "password": .string(password)]
        let answer = try await http.send(
            "POST", "/-/sign-in", ["Origin": origin, "Content-Type": "application/json"], body: body.bytes)
        guard answer.status == 200 else { throw ClientError("\(name): \(answer.text)") }
        return ["Origin": origin, "Cookie": answer.jar]
    }

    /// Waits until no scene is open.
    nonisolated func closesScenes() async throws {
        let deadline = ContinuousClock.now + patienceOfTests
        while try await !http.get("/-/metrics").text.contains("\noriel_scenes 0\n") {
            guard ContinuousClock.now < deadline else { throw ClientError("a scene stays open") }
        }
    }

    /// The result of a query of the database of people, sessions and keys.
    nonisolated func access(_ sql: String) async throws -> String {
        let path = users
        return try await Database.run(sql, at: path)
    }
}

/// Gives a body a server of an app, and stops it afterwards.
func withApp(
    _ sql: String = "", rules: String = "tables: {}", people: [String: Set<String>]? = nil,
    settings change: @Sendable @escaping (inout Settings) -> Void = { _ in }, app make: @escaping AppServer.Make,
    _ body: @Sendable (AppServer) async throws -> Void
) async throws {
    try await using(
        { try await AppServer(sql, rules: rules, people: people, change, make) }, close: { await $0.stop() }, body)
}
