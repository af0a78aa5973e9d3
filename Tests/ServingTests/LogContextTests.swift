import HTTPServer
import JSON
import Logging
import Loop
import Scenes
import Serving
import Synchronization
import TestSupport
import Testing
import ViewModels

/// What an app logs names the request.
@Suite(.timeLimit(.minutes(5))) struct LogContextTests {
    @SceneActor private func makeSite(_ log: RecordedLog) -> Site {
        let coordinator = AppCoordinator()
        coordinator.screen("/till?day") { _ in TillViewModel(log) }
        var settings = Settings()
        settings.port = 0
        return Site(coordinator: coordinator, files: StaticFiles(directory: nil), settings: settings)
    }

    @Test func linesOfACommandHaveItsRequest() async throws {
        let log = RecordedLog()
        let site = await makeSite(log)
        let address = try await site.start()
        let port = try #require(address.split(separator: ":").last.flatMap { Int($0) })
        let http = HTTPClient(port: port)
        _ = try await http.post("/till:sell?day=monday", [:], ["X-Request-Id": "order-7"])
        let socket = try await SocketClient(port: port)
        let scene = try #require(try await socket.open("/till")["scene"]?.intValue)
        _ = try await socket.run("sell", scene: scene)
        await site.stop()
        let lines = log.lines
        #expect(lines.map { $0["path"] } == ["/till", "/till"] && lines.map { $0["command"] } == ["sell", "sell"])
        #expect(lines[0]["id"] == "order-7" && lines[1]["id"]?.isEmpty == false && lines[1]["id"] != "order-7")
    }
}

/// The fields of each line.
private final class RecordedLog: Sendable {
    private let recorded = Mutex<[[String: String]]>([])

    var lines: [[String: String]] { recorded.withLock { $0 } }

    func logger() -> Logger {
        Logger(label: "till") { _ in Handler(log: self, metadataProvider: ServerLog.context) }
    }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var metadataProvider: Logger.MetadataProvider?
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let fields = metadataProvider?.get() ?? [:]
            log.recorded.withLock { $0.append(fields.mapValues { "\($0)" }) }
        }
    }
}

/// A till that logs its sales.
private final class TillViewModel: ViewModel {
    init(_ log: RecordedLog) {
        super.init(screen: "till")
        let logger = log.logger()
        commands = [
            Command("sell", title: "Sell") { _ in
                await Task.yield()
                logger.info("sold")
            }
        ]
    }
}
