import Blueprints
import Foundation
import JSON
import Loop
import Serving
import Stores
import TestSupport

/// A server of a test's own JSON file, in this process, on a free port.
@SceneActor final class JSONServer {
    let port: Int
    let store: Store
    private let place: TemporaryFolder
    private let site: Site

    /// The configuration of stores of the file. On a busy machine, a writer waits long for its turn.
    nonisolated static var configuration: StoreConfiguration {
        var configuration = StoreConfiguration()
        configuration.pollInterval = .milliseconds(100)
        configuration.busyTimeout = .seconds(60)
        return configuration
    }

    nonisolated var folder: String { place.path }
    nonisolated var http: HTTPClient { HTTPClient(port: port) }
    nonisolated var path: String { folder + "/things.json" }

    init(_ text: String) async throws {
        place = try TemporaryFolder()
        try Data(text.utf8).write(to: URL(fileURLWithPath: place.path + "/things.json"))
        var settings = Settings()
        settings.port = 0
        let configuration = Self.configuration
        store = try await Store(json: place.path + "/things.json", configuration: configuration)
        site = Site(
            coordinator: DatabaseCoordinator(store: store), files: StaticFiles(directory: nil), settings: settings)
        port = Int(try site.start().split(separator: ":").last ?? "") ?? 0
    }

    func stop() async {
        await site.stop()
        await store.close()
    }

    /// The content of the file.
    nonisolated func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    /// Runs another program in the file's folder.
    @discardableResult
    nonisolated func shell(_ script: String, _ input: String = "") async throws -> String {
        try await blocking { [folder] in
            try Shell.run("sh", ["-c", "cd \"$0\" && { \(script); }", folder], input: input)
        }
    }

    /// Puts another text into the file, in place.
    nonisolated func write(_ text: String) async throws { try await shell("cat > things.json", text) }
}

extension JSONServer {
    /// Writes the file as another program would, and updates a row before the server notices.
    ///
    /// - Returns: The refusal of the update, if any.
    func editAndUpdate(_ text: String, _ id: String, _ name: String) async throws -> CommandError? {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        do throws(CommandError) {
            try await store.write(.update(table: "things", id: id, values: ["name": .string(name)]))
            return nil
        } catch {
            return error
        }
    }

    /// Requests a route until its document is as expected.
    nonisolated func until(_ route: String, _ condition: (JSON) -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < end {
            if condition(try await http.get(route).json) { return }
        }
        throw ClientError("\(route) does not become what it should be")
    }
}

/// Runs a body with a server of a JSON file with this text, and always stops the server.
func withJSON(_ text: String, _ body: @Sendable (JSONServer) async throws -> Void) async throws {
    try await using({ try await JSONServer(text) }, close: { await $0.stop() }, body)
}
