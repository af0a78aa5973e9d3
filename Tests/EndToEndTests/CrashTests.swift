import Foundation
import JSON
import TestSupport
import Testing

/// Commands with a key, and servers that are killed: in an attached file each runs once.
@Suite(.timeLimit(.minutes(3))) struct CrashTests {
    /// Every change of an entry leaves a deed, which is never removed.
    private static let sql = """
        CREATE TABLE Entry (Id INTEGER PRIMARY KEY, Text TEXT); CREATE TABLE Deed (What TEXT);
        CREATE TRIGGER i AFTER INSERT ON Entry BEGIN INSERT INTO Deed VALUES ('insert ' || NEW.Text); END;
        CREATE TRIGGER u AFTER UPDATE ON Entry BEGIN INSERT INTO Deed VALUES ('update ' || NEW.Text); END;
        CREATE TRIGGER d AFTER DELETE ON Entry BEGIN INSERT INTO Deed VALUES ('delete ' || OLD.Text); END;
        """

    @Test(arguments: ["WAL", "DELETE"])
    func aRetryAfterAKillRunsOnce(_ journal: String) async throws {
        let database = try await blocking { try Database("PRAGMA journal_mode = \(journal); \(Self.sql)") }
        #expect(try await Program.run("attach", database.path).status == 0)
        var clients = (0..<6).map { Client(number: $0) }
        var generator = SeededGenerator.announced("CrashTests(\(journal))")
        for _ in 1...5 {
            let count = Int.random(in: 20...150, using: &generator)
            clients = try await serve(database, clients) { await $0.wait(for: count) }
        }
        let most = clients.map(\.done).max() ?? 0
        clients = try await serve(database, clients, upTo: (most / 3 + 2) * 3) { _ in }
        let deeds = try await database.run("SELECT What FROM Deed").split(separator: "\n").map(String.init)
        #expect(deeds.sorted() == clients.flatMap(\.deeds).sorted())
        #expect(try await database.run("SELECT count(*) FROM Entry; PRAGMA integrity_check") == "0\nok\n")
    }

    /// Has clients work until the server is killed, when `moment` returns, or until each has done so much.
    private func serve(
        _ database: Database, _ clients: [Client], upTo limit: Int? = nil, _ moment: (Answered) async -> Void
    ) async throws -> [Client] {
        let program = try Program(["serve", database.path, "--port", "0"])
        let http = HTTPClient(port: try #require(try await program.port()))
        let answered = Answered()
        return try await withThrowingTaskGroup(of: Client.self) { group in
            for client in clients {
                group.addTask {
                    var client = client
                    while limit.map({ client.done < $0 }) ?? true, try await client.work(http) {
                        answered.record(client.state)
                    }
                    return client
                }
            }
            await moment(answered)
            if limit == nil { try await program.stop() }  // with SIGKILL
            let all = try await group.reduce(into: []) { $0.append($1) }
            if limit != nil { try await program.stop() }
            return all
        }
    }
}

/// A client that repeatedly inserts, changes and deletes an entry, and sends each command until it gets a reply.
private struct Client {
    let number: Int
    /// The number of answered commands.
    private(set) var done = 0
    private var row = ""

    init(number: Int) {
        self.number = number
    }

    /// The changes that the database has recorded.
    var deeds: [String] {
        (0..<done).map { ["insert", "update", "delete"][$0 % 3] + " \(number)-\($0 / 3)" + ($0 % 3 > 0 ? "!" : "") }
    }

    /// The progress of each client.
    var state: String { "\(number) \(done)" }

    /// Sends the next command, or that which had no answer.
    ///
    /// - Returns: Whether there was one; the server is gone otherwise.
    mutating func work(_ http: HTTPClient) async throws -> Bool {
        let text = "\(number)-\(done / 3)"
        let (route, body): (String, JSON) =
            switch done % 3 {
            case 0: ("/Entry:insert", ["Text": .string(text)])
            case 1: ("/Entry:update", ["row": .string(row), "Text": .string(text + "!")])
            default: ("/Entry/\(row):delete", [:])
            }
        guard let answer = try? await http.post(route, body, ["Idempotency-Key": state]) else {
            return false
        }
        guard answer.status == 200, let row = try answer.json["result"]?["row"]?.stringValue else {
            throw ClientError("\(route) \(body): \(answer.status) \(answer.text)")
        }
        if done % 3 > 0, row != self.row { throw ClientError("\(route) answered with row \(row)") }
        self.row = row
        done += 1
        return true
    }
}
