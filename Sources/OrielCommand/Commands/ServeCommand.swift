import ArgumentParser
import Blueprints
import Configuration
import Foundation
import Lists
import Logging
import Loop
import PostgreSQL
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

    @Option(help: "The folder with files of scenes: screens that are declared in YAML.")
    var scenes: String?

    @Flag(help: "Serve read-only: documents offer no commands.")
    var readOnly = false

    @Flag(
        help: "Switch the database to WAL mode permanently, so that readers and writers do not block each other.")
    var wal = false

    @Flag(help: "Serve the demo database and change a few of its rows every second.")
    var demo = false

    @Option(help: "The number of processes that serve, on one port.")
    var processes = 1

    func validate() throws {
        if !(1...64).contains(processes) { throw ValidationError("--processes must be from 1 to 64.") }
        if demo, file != nil { throw ValidationError("Give a file or --demo, not both.") }
        if wal, readOnly { throw ValidationError("Give --wal or --read-only, not both.") }
    }

    func run() async throws {
        let worker = WorkerLink()
        let source = source(worker)
        let settings = try source.readToServe()
        try settings.app.check()
        let isSupervisor = processes > 1 && worker == nil
        let signals = Signals([SIGTERM, SIGINT, SIGHUP] + (isSupervisor ? [SIGUSR2] : []))
        if !isSupervisor { signal(SIGUSR2, SIG_IGN) }  // its default effect would end a server without processes
        let database = try database(settings)
        let path = database.url
        if let fault = settings.fault(serving: path) { throw Failure(fault) }
        if wal, worker == nil { try beginWAL(path, settings) }
        if isSupervisor { return try await supervise(path.shown, settings, signals) }
        let server = try await start(database, settings: settings, as: worker)
        let ticker = demo && worker?.number ?? 1 == 1 ? DemoDatabase.tick(path) : nil
        let lastResort = LastResort(settings.drainTimeout) { server.work.phrases }
        await signals.serve(lastResort) {
            await source.reload(lastResort) { await server.follow($0) }
        } stop: { signal in
            ServerLog.logger.info("stopping", metadata: ["signal": "\(signal)"])
            ticker?.cancel()
            await server.stop()
        }
    }

    /// Runs the server in several processes.
    private func supervise(_ shown: String, _ settings: Settings, _ signals: Signals) async throws {
        ServerLog.configure(settings)
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let command = [program] + CommandLine.arguments.dropFirst()
        let supervisor: Supervisor
        do {
            supervisor = try await Supervisor(processes, command, settings)
        } catch {
            throw Failure("\(error)")
        }
        try await supervisor.start()
        print("Oriel serves \(shown) in \(processes) processes at \(settings.address(at: supervisor.port))")
        fflush(nil)
        await supervisor.notify()
        await signals.serve(LastResort(settings.drainTimeout + .seconds(3)) { ["a process"] }) {
            await supervisor.signal(SIGHUP)
        } replace: {
            await supervisor.replace()
        } stop: { _ in
            await supervisor.stop()
        }
        let status = await supervisor.status
        if status != 0 { throw ExitCode(status) }
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

    private func source(_ worker: WorkerLink?) -> SettingsSource {
        var own = Settings()
        own.publicDirectory = PublicFolder.find()
        return SettingsSource(own, fileAt: config) { [listen, readOnly, scenes] settings in
            listen.apply(to: &settings)
            if let scenes { settings.scenes = scenes }
            if readOnly { settings.readOnly = true }
            worker?.apply(to: &settings)
        }
    }

    @SceneActor private func start(
        _ database: ServedDatabase, settings: Settings, as worker: WorkerLink?
    ) async throws -> RunningServer {
        let shown = database.url.shown
        do {
            let server = try await RunningServer(database, settings: settings)
            if let worker {
                worker.reportReady()
                return server
            }
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
