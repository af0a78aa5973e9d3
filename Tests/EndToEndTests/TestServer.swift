import Access
import Blueprints
import Lists
import Loop
import Serving
import Stores
import TestSupport

/// A server of a test's own database, in this process, on a free port.
@SceneActor final class TestServer {
    let database: Database
    let port: Int
    /// The people and keys, if the settings name their database.
    let access: Access?
    private let store: Store
    private let site: Site

    var http: HTTPClient { HTTPClient(port: port) }

    /// Serves a new database created by `sql`.
    static func start(_ sql: String, _ change: (inout Settings) -> Void = { _ in }) async throws -> TestServer {
        try await TestServer(blocking { try Database(sql) }, change)  // the loop has other tests' servers to run
    }

    init(_ database: Database, _ change: (inout Settings) -> Void = { _ in }) async throws {
        self.database = database
        var settings = Settings()
        settings.port = 0
        change(&settings)
        var configuration = StoreConfiguration()
        configuration.busyTimeout = settings.busyTimeout
        configuration.queryTimeout = settings.queryTimeout
        configuration.writeTimeout = settings.writeTimeout
        configuration.spoolLimit = settings.spoolLimit
        configuration.spoolTotal = settings.spoolTotal
        configuration.lockPatience = .milliseconds(200)
        configuration.pollInterval = .milliseconds(100)
        let store = try await Store(path: database.path, configuration: configuration)
        self.store = store
        let files = StaticFiles(directory: settings.publicDirectory)
        var lifetimes = Access.Lifetimes()
        (lifetimes.idle, lifetimes.total) = (settings.signInIdle, settings.signInLifetime)
        access =
            if let users = settings.users {
                try await Access(path: users, people: settings.people, of: store, lifetimes: lifetimes)
            } else { nil }
        site = Site(
            coordinator: DatabaseCoordinator(store: store, reserved: files.reservedNames), files: files,
            settings: settings, authenticator: access, unreadiness: { store.unreadiness })
        port = Int(try site.start().split(separator: ":").last ?? "") ?? 0
    }

    func stop() async {
        await site.stop()
        await access?.close()
        await store.close()
    }
}

/// Runs a body with a server, and always stops the server.
func withServer(
    _ sql: String, _ change: @Sendable @escaping (inout Settings) -> Void = { _ in },
    _ body: @Sendable (TestServer) async throws -> Void
) async throws {
    try await using({ try await TestServer.start(sql, change) }, close: { await $0.stop() }, body)
}
