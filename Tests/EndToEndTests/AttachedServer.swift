import TestSupport
import Testing

/// A server of a database of the current engine, attached by default. `restart` starts another one.
final class AttachedServer {
    static let sql = """
        CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT NOT NULL CHECK (text <> 'bad'));
        CREATE TABLE child (id INTEGER PRIMARY KEY, entry REFERENCES entry DEFERRABLE INITIALLY DEFERRED);
        CREATE TABLE plain (text TEXT); INSERT INTO entry VALUES (1, 'one'), (2, 'two'), (3, 'three');
        """

    let database: any TestDatabase
    private(set) var http: HTTPClient
    private(set) var port: Int
    private var program: Program

    init(_ sql: String = sql, isAttached: Bool = true) async throws {
        database = try await TestEngine.makeDatabase(sql)
        if isAttached { #expect(try await Program.run("attach", database.path).status == 0) }
        (program, port, http) = try await Self.serve(database)
    }

    static func serve(_ database: any TestDatabase) async throws -> (Program, Int, HTTPClient) {
        let program = try Program(["serve", database.path, "--port", "0"])
        let port = try #require(try await program.port())
        return (program, port, HTTPClient(port: port))
    }

    func restart() async throws {
        try await program.stop()
        (program, port, http) = try await Self.serve(database)
    }

    func stop() async throws { try await program.stop() }
}
