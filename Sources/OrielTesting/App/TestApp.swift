import Clients
import Loop
import Scenes
import Serving
import ViewModels

/// An app under test: served in the test's own process on a free port, or a server that runs already.
///
///     @Test func pressing() async throws {
///         let app = try await TestApp { place in
///             Music(try await place.store(migrations: Music.migrations))
///         }
///         let page = try await Visit(app, "/")
///         try await page.tap("Press")
///         #expect(page.outputs["presses"] == 1)
///     }
///
/// Each app has a port, a folder and a store of its own, so that tests can run in parallel. They are gone with the app.
public final class TestApp: Sendable {
    /// The address of the server, such as `http://127.0.0.1:4711`.
    public let address: String
    /// How long a visit waits for the server before the test fails.
    public let patience: Duration
    let server: ServerAddress
    let people: TestPeople?
    private let keys: [String: String]
    private let site: RunningSite?
    private let place: TestPlace?

    /// Serves an app in this process.
    ///
    /// - Parameters:
    ///   - storage: Where ``TestPlace/store(migrations:)`` makes the app's store.
    ///   - people: The people who can sign in; `nil` serves everybody, as without the setting `users`. Any principal
    ///     may visit the app. Those listed here can also sign in by `Visitor.signIn(as:to:staying:)`.
    ///   - settings: The settings. Host, port and `users` are those of the test.
    ///   - patience: How long a visit waits for the server before the test fails.
    ///   - makeCoordinator: Creates the coordinator, as for `Oriel.run`.
    /// - Throws: The error of `makeCoordinator`, or a sentence if the app cannot be served.
    public init(
        on storage: TestStorage = .memory, people: [Principal]? = nil, settings: Settings = .quiet,
        patience: Duration = .seconds(60),
        _ makeCoordinator: @escaping @SceneActor (TestPlace) async throws -> any Coordinator
    ) async throws {
        let place = try TestPlace(storage)
        var settings = settings
        (settings.host, settings.port, settings.users) = ("127.0.0.1", 0, nil)
        let authenticator: TestPeople? = if let people { await TestPeople(people) } else { nil }
        let site = try await Self.serve(place, settings, authenticator, makeCoordinator)
        address = await site.address
        server = try ServerAddress(address)
        (self.people, self.site, self.place, self.patience, keys) = (authenticator, site, place, patience, [:])
    }

    /// Tests a server that runs already, such as another process.
    ///
    /// - Parameters:
    ///   - address: The address, such as `http://127.0.0.1:8080`.
    ///   - keys: A key for the name of each principal that visits (`oriel key add`).
    ///   - patience: How long a visit waits for the server before the test fails.
    /// - Throws: A sentence, if the address is not valid.
    public init(at address: String, keys: [String: String] = [:], patience: Duration = .seconds(60)) throws {
        (self.address, self.keys, self.patience) = (address, keys, patience)
        server = try ServerAddress(address)
        (people, site, place) = (nil, nil, nil)
    }

    deinit {
        guard let site, let place else { return }
        Task {
            await site.stop()
            await place.close()
        }
    }

    /// Stops the app, and removes what it has stored. Without a call, the app stops soon after its last use; then the
    /// process may end before a PostgreSQL database is removed.
    public func stop() async {
        await site?.stop()
        await place?.close()
    }

    /// Ends all sessions of a principal, as if the person had signed out everywhere.
    public func signOut(_ principal: Principal) async {
        await people?.end(.signedOut) { $0 == principal }
    }

    @SceneActor private static func serve(
        _ place: TestPlace, _ settings: Settings, _ people: TestPeople?,
        _ makeCoordinator: @SceneActor (TestPlace) async throws -> any Coordinator
    ) async throws -> RunningSite {
        try await RunningSite(
            makeCoordinator(place), files: StaticFiles(directory: nil), settings: settings, authenticator: people)
    }

    /// Returns the header lines by which a client proves who it is.
    ///
    /// - Throws: ``TestFailure`` if the principal cannot sign in to the app.
    @SceneActor func credentials(of principal: Principal?) throws(TestFailure) -> Credentials {
        guard let principal else { return Credentials() }
        if let key = keys[principal.name] { return Credentials(authorization: "Bearer \(key)") }
        guard let people else {
            throw TestFailure(
                site == nil
                    ? "\(principal.name) has no key. Name it in TestApp(at:keys:)."
                    : "Nobody can sign in to the app. Name the people in TestApp(people:).")
        }
        return Credentials(cookies: ["oriel": people.begin(as: principal)])
    }
}

extension Settings {
    /// Settings for tests: the defaults, with a log of errors only.
    public static var quiet: Settings {
        var settings = Settings()
        settings.logLevel = .error
        return settings
    }
}
