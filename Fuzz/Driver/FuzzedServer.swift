import Blueprints
import CSQLite
import JSON
import Loop
import Serving
import Stores
import TestSupport

/// A server of an untrusted file, in this process, with short timeouts.
@SceneActor final class FuzzedServer {
    private let path: String
    private let port: Int
    private let store: Store
    private let site: Site
    /// The current step, for failure reports.
    private(set) var step = ""

    /// Opens the file and serves it; `nil` when it is refused.
    init?(_ path: String) async throws {
        var configuration = StoreConfiguration()
        configuration.synchronous = .off
        (configuration.busyTimeout, configuration.lockPatience) = (.milliseconds(300), .milliseconds(100))
        (configuration.queryTimeout, configuration.writeTimeout) = (.milliseconds(200), .milliseconds(200))
        configuration.showTimeout = .milliseconds(300)
        configuration.spoolLimit = 2_000_000
        guard let store = try? await Store(path: path, configuration: configuration) else { return nil }
        var settings = Settings()
        (settings.port, settings.logLevel) = (0, .critical)
        (settings.patience, settings.drainTimeout, settings.exportTimeout) = (
            .milliseconds(400), .milliseconds(200), .seconds(1)
        )
        let files = StaticFiles(directory: nil)
        let coordinator = DatabaseCoordinator(store: store, reserved: files.reservedNames)
        site = Site(coordinator: coordinator, files: files, settings: settings, unreadiness: { store.unreadiness })
        port = Int(try site.start().split(separator: ":").last ?? "") ?? 0
        (self.path, self.store) = (path, store)
    }

    func stop() async {
        await site.stop()
        await store.close()
    }

    /// Does what clients do: reads, searches, exports, watches and writes, while another program writes.
    func exercise(_ random: inout SeededGenerator) async throws {
        let http = HTTPClient(port: port)
        let socket = try await SocketClient(port: port)
        let tables = try await read("/", http).names.shuffled(using: &random).prefix(5)
        var scenes: [(number: Int64, row: String?)] = []
        for table in tables {
            let shown = try await read(table, http).names
            for rest in ["?search=a", "?window=2,3", "?sort=-n", "?section=text", "?id.ge=-1"].shuffled(using: &random)
                .prefix(2)
            {
                _ = try await read(table + rest, http)
            }
            if let row = shown.first { _ = try await read(row, http) }
            step = table + ":csv"
            _ = try? await http.get(step)  // may be cut off
            step = "open \(table)"
            let answer = try await socket.open(table)
            guard let number = answer["scene"]?.intValue else { continue }
            let rows = socket.replicas[number]?.document["cells"]?.objectValue?.map(\.name) ?? []
            scenes.append((number, rows.randomElement(using: &random)))
        }
        for scene in scenes {
            step = "write beside scene \(scene)"
            try await write(DatabaseSeeds.foreign.randomElement(using: &random) ?? "")
            _ = try await socket.run("insert", scene: scene.number, ["text": "wörd", "n": 1])
            guard let row = scene.row else { continue }
            _ = try await socket.run("update", scene: scene.number, row: row, ["text": "other", "n": .int(.max)])
            _ = try await socket.run("delete", scene: scene.number, row: row)
        }
        _ = try await read("/", http)
        try Finding.unless(try await http.get("/-/health").status == 200, "the program is unhealthy")
    }

    /// A document that holds together: no member twice, and a cell for each row, once.
    private func read(_ target: String, _ http: HTTPClient) async throws -> (status: Int, names: [String]) {
        step = target
        let answer = try await http.get(target)
        let json = try JSON(
            parsing: answer.body, options: JSON.ParsingOptions(depthLimit: 2_000, rejectsDuplicates: true))
        let rows = (json["sections"]?.arrayValue ?? []).flatMap { $0["rows"]?.arrayValue ?? [] }.compactMap(
            \.stringValue)
        let cells = json["cells"]?.objectValue ?? [:]
        try Finding.unless(
            Set(rows.map { Array($0.utf8) }).count == rows.count, "\(target) has a duplicate row: \(rows)")
        try Finding.unless(cells.count == rows.count, "\(target) has \(cells.count) cells for \(rows.count) rows")
        return (answer.status, cells.compactMap { $0.value["href"]?.stringValue })
    }

    /// Runs SQL on another connection, and ignores its result.
    private func write(_ sql: String) async throws {
        try await blocking { [path] in
            var connection: OpaquePointer?
            defer { sqlite3_close_v2(connection) }
            guard sqlite3_open(path, &connection) == SQLITE_OK else { return }
            sqlite3_busy_timeout(connection, 100)
            sqlite3_progress_handler(connection, 1_000_000, endNow, nil)
            sqlite3_exec(connection, "PRAGMA writable_schema = ON; \(sql)", nil, nil, nil)
        }
    }
}

/// A constant, because SQLite calls it on any thread that runs a statement.
private let endNow: @convention(c) (UnsafeMutableRawPointer?) -> CInt = { _ in 1 }
