import Access
import Blueprints
import Lists
import Loop
import Scenes
import Serving
import Stores
import TestSupport

/// A server of a test's own database, in this process, on a free port.
@SceneActor final class TestServer {
    let database: any TestDatabase
    let port: Int
    /// The people and keys, if the settings name their database.
    let access: Access?
    private let store: Store
    private let site: Site
    /// The warnings about the rules.
    private(set) var warnings: [String] = []

    var http: HTTPClient { HTTPClient(port: port) }

    /// Serves a new database of the current engine, created by `sql`.
    static func start(_ sql: String, _ change: (inout Settings) -> Void = { _ in }) async throws -> TestServer {
        try await TestServer(TestEngine.makeDatabase(sql), change)
    }

    /// Serves a database under the rules of an `access.yaml`. The key of a request says who sends it,
    /// such as `person:ID:ROLE,ROLE`.
    static func start(
        _ sql: String, rules: String, _ change: (inout Settings) -> Void = { _ in }
    ) async throws -> TestServer {
        let database = try await TestEngine.makeDatabase(sql)
        let path = try database.write(rules: rules)
        return try await TestServer(database) { settings in
            settings.access = path
            change(&settings)
        }
    }

    init(
        _ database: any TestDatabase, at clock: AppClock = AppClock(), _ change: (inout Settings) -> Void = { _ in }
    ) async throws {
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
        configuration.listLimit = settings.listLimit
        configuration.isReadOnly = settings.readOnly
        configuration.lockPatience = .milliseconds(200)
        configuration.pollInterval = .milliseconds(100)
        let store = try await database.open(configuration)
        self.store = store
        let files = StaticFiles(directory: settings.publicDirectory)
        var lifetimes = Access.Lifetimes()
        (lifetimes.idle, lifetimes.total) = (settings.signInIdle, settings.signInLifetime)
        access =
            if let users = settings.users {
                try await Access(
                    path: users, people: settings.people, of: store, issuer: settings.jwt, services: settings.oidc,
                    lifetimes: lifetimes)
            } else { nil }
        var warn: (String) -> Void = { _ in }
        let rules = try settings.access.map { path in
            try AccessFile(path, of: store, people: settings.people) { warn($0) }
        }
        var scenes: SceneFolder?
        if let folder = settings.scenes {
            scenes = try await SceneFolder(folder, of: store, access: rules) { warn($0) }
        }
        let coordinator = DatabaseCoordinator(
            store: store, reserved: files.reservedNames, access: rules, scenes: scenes, clock: clock)
        let authenticator: (any Authenticator)? = access ?? (rules == nil ? nil : NameAuthenticator())
        site = Site(
            coordinator: coordinator.joined(with: access?.screens), files: files, settings: settings,
            authenticator: authenticator, unreadiness: { store.unreadiness })
        port = Int(try site.start().split(separator: ":").last ?? "") ?? 0
        warn = { [weak self] in self?.warnings.append($0) }
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

/// Gives a body a server with rules, and stops it afterwards, whatever happens.
func withServer(
    _ sql: String, rules: String, _ change: @Sendable @escaping (inout Settings) -> Void = { _ in },
    _ body: @Sendable (TestServer) async throws -> Void
) async throws {
    try await using({ try await TestServer.start(sql, rules: rules, change) }, close: { await $0.stop() }, body)
}

extension TestDatabase {
    /// Opens a store of the database. Close the store after use.
    @SceneActor func open(_ configuration: StoreConfiguration = StoreConfiguration()) async throws -> Store {
        switch engine {
        case .sqlite: try await Store(path: path, configuration: configuration)
        case .postgres: try await Store(postgres: path, configuration: configuration)
        }
    }
}

extension TestServer {
    /// Waits for a warning that contains a text.
    func warned(of text: String) async throws {
        let deadline = ContinuousClock.now + patienceOfTests
        while !warnings.contains(where: { $0.contains(text) }) {
            guard ContinuousClock.now < deadline else { throw ClientError("no warning of \(text)") }
            _ = try await http.get("/-/health")
        }
    }
}
