import Foundation
import JSON
import TestSupport

/// A database that `oriel serve` serves in processes of their own, with a settings file.
final class ServedFile: Sendable {
    let database: any TestDatabase
    let config: String

    init(_ sql: String, settings: String = "") async throws {
        database = try await TestEngine.makeDatabase("PRAGMA journal_mode = WAL; " + sql)
        config = database.folder + "/oriel.yaml"
        try configure(settings)
    }

    /// Writes the settings file.
    func configure(_ settings: String) throws { try Data(settings.utf8).write(to: URL(fileURLWithPath: config)) }

    /// Starts a process and waits until it serves.
    func serve(
        port: Int = 0, by wrapper: [String] = [], environment: [String: String] = [:],
        lasting limit: Duration = .seconds(180)
    ) async throws -> (program: Program, port: Int) {
        let program = try Program(
            ["serve", database.path, "--port", "\(port)", "--config", config], by: wrapper, environment: environment,
            lasting: limit)
        guard let taken = try await program.port() else { throw ClientError((try await program.end()).errors) }
        return (program, taken)
    }

    /// Polls until this many commands are running.
    func waitForCommands(_ count: Int, at connection: KeptConnection) async throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while try await connection.get("/-/metrics").text.contains("oriel_commands_running \(count)\n") == false {
            guard ContinuousClock.now < deadline else { throw ClientError("\(count) commands did not begin") }
        }
    }
}
