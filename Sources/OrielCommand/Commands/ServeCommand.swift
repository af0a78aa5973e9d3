import ArgumentParser
import Blueprints
import Foundation
import Lists
import Logging
import Loop
import SQLiteEngine
import Serving
import Stores

/// `oriel serve`: serves a database or a JSON file live until the program is stopped.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve a SQLite database, a JSON file or a PostgreSQL database; without one, the demo.")

    @Argument(
        help: """
            The SQLite or JSON file to serve, or the address of a PostgreSQL database (postgres://…). The default is \
            the setting store.
            """)
    var file: String?

    @Option(help: "The settings file (see config/oriel.yaml).")
    var config: String?

    @OptionGroup var listen: ListenOptions

    @Flag(help: "Serve read-only: documents offer no commands.")
    var readOnly = false

    @Flag(
        help: "Switch the database to WAL mode permanently, so that readers and writers do not block each other.")
    var wal = false

    @Flag(help: "Serve the demo database and change a few of its rows every second.")
    var demo = false

    func validate() throws {
        if demo, file != nil { throw ValidationError("Give a file or --demo, not both.") }
        if wal, readOnly { throw ValidationError("Give --wal or --read-only, not both.") }
    }

    func run() async throws {
        let settings = try readSettings()
        let signals = Signals([SIGTERM, SIGINT, SIGHUP])
        let database = try database(settings)
        let path = database.url
        if let fault = settings.fault(serving: path) { throw Failure(fault) }
        if wal { try beginWAL(path, settings) }
        let server = try await start(database, settings: settings)
        let ticker = demo ? DemoDatabase.tick(path) : nil
        let lastResort = LastResort(settings.drainTimeout) { server.work.phrases }
        await signals.serve(lastResort) {
            await reload(server, lastResort)
        } stop: { signal in
            ServerLog.logger.info("stopping", metadata: ["signal": "\(signal)"])
            ticker?.cancel()
            await server.stop()
        }
    }

    /// The database that the command names, else that of the settings, else the demo.
    private func database(_ settings: Settings) throws -> ServedDatabase {
        if let file { return ServedDatabase(url: file) }
        if !demo, let store = settings.store { return store }
        return ServedDatabase(url: try DemoDatabase.prepare())
    }

    private func beginWAL(_ path: String, _ settings: Settings) throws {
        guard path.shown == path else { throw Failure("--wal is for SQLite databases.") }
        guard !settings.readOnly else { throw Failure("\(path): The setting readOnly forbids --wal.") }
        do throws(StoreError) {
            try WALMode.begin(at: path, busyTimeout: settings.busyTimeout)
        } catch {
            guard error == .locked else { throw Failure("\(path): \(error.message)") }
            throw Failure("\(path): Another program is using the database. Stop that program, or start without --wal.")
        }
    }

    /// Reads the settings again. If they are invalid, the current ones stay.
    private func reload(_ server: RunningServer, _ lastResort: LastResort) async {
        guard config != nil else {
            return ServerLog.logger.warning("no settings file to reload; start with --config")
        }
        do {
            let settings = try readSettings()
            let change = await server.follow(settings)
            lastResort.follow(settings.drainTimeout)
            var told: Logger.Metadata = ["changed": "\(change.taken.joined(separator: ","))"]
            if !change.waiting.isEmpty { told["needsRestart"] = "\(change.waiting.joined(separator: ","))" }
            ServerLog.logger.log(
                level: change.waiting.isEmpty ? .info : .warning, "settings reloaded", metadata: told)
        } catch {
            ServerLog.logger.error("settings not reloaded", metadata: ["reason": "\(error)"])
        }
    }

    private func readSettings() throws -> Settings {
        var settings = Settings()
        settings.publicDirectory = PublicFolder.find()
        try settings.apply(fileAt: config)
        listen.apply(to: &settings)
        if readOnly { settings.readOnly = true }
        if let fault = settings.fault { throw Failure(fault) }
        return settings
    }

    @SceneActor private func start(
        _ database: ServedDatabase, settings: Settings
    ) async throws -> RunningServer {
        let shown = database.url.shown
        do {
            let server = try await RunningServer(database, settings: settings)
            print("Oriel serves \(shown) at \(server.address)")
            print(Self.hints(server, needsKey: settings.users != nil), terminator: "")
            fflush(nil)
            return server
        } catch let error as StoreError {
            throw Failure("\(shown): \(error)")
        } catch {
            throw Failure("\(error)")
        }
    }

    @SceneActor private static func hints(_ server: RunningServer, needsKey: Bool) -> String {
        let curl = needsKey ? "curl -H 'Authorization: Bearer KEY'" : "curl"
        var routes = ["/", server.firstRoute]
        if server.firstRoute == "/" { routes.removeLast() }
        let reads = routes.map { "  \(curl) '\(server.address)\($0)'\n" }.joined()
        let stream = "  \(curl) -N -H 'Accept: text/event-stream' '\(server.address)\(server.firstRoute)'\n"
        return "\nTry\(needsKey ? ", with a KEY of `oriel key add NAME`" : ""):\n" + reads + stream + "\n"
    }
}
