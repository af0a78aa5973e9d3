import Foundation
import JSON
import TestSupport
import Testing

/// The memory that one client can make a server use. The sizes are a sixth of the defaults, because this is a debug
/// build.
@Suite(.timeLimit(.minutes(4))) struct AttackTests {
    private static let megabyte = 1024 * 1024
    private static let sql = """
        PRAGMA journal_mode = WAL;
        CREATE TABLE page (id INTEGER PRIMARY KEY, text TEXT);
        INSERT INTO page SELECT value, printf('%01500000d', value) FROM json_each('[1,2,3,4]');
        CREATE TABLE long (id INTEGER PRIMARY KEY, text TEXT);
        INSERT INTO long VALUES (1, printf('%06000000d', 1));
        CREATE TABLE other (id INTEGER PRIMARY KEY, text TEXT);
        INSERT INTO other VALUES (1, 'small');
        CREATE TABLE each (id INTEGER PRIMARY KEY, text TEXT);
        INSERT INTO each SELECT value, printf('%03000000d', value)
            FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 60)
                SELECT * FROM n);
        """

    /// Runs `body` with a server's process and its port.
    private static func withProgram(_ body: @Sendable (Program, Int) async throws -> Void) async throws {
        let database = try await blocking { try Database(sql) }
        let settings = database.folder + "/oriel.yaml"
        try "memoryLimit: 33554432".write(toFile: settings, atomically: true, encoding: .utf8)
        let arguments = ["serve", database.path, "--port", "0", "--config", settings]
        try await using(
            { try Program(arguments, lasting: .seconds(200)) }, close: { try await $0.stop() }
        ) { program in
            try await body(program, try #require(try await program.port()))
        }
    }

    @Test func bodiesOfManyUnknownMembersAreCheap() async throws {
        try await Self.withProgram { program, port in
            let http = HTTPClient(port: port)
            let members = (0..<200_000).map { "\"\($0)\":1" }.joined(separator: ",")
            for key in 0..<10 {
                let answer = try await http.send(
                    "POST", "/other:insert", ["Idempotency-Key": "\(key)"], body: Array("{\(members)}".utf8))
                #expect(answer.status == 400)
                #expect(answer.body.count < 1_000)
            }
            #expect(try await http.get("/other/1").status == 200)
            let peak = try program.peakMemory()
            #expect(peak < 200 * Self.megabyte)
        }
    }

    @Test func notAllWindowsOfLongRowsAreKept() async throws {
        try await Self.withProgram { program, port in
            let http = HTTPClient(port: port)
            for window in 0..<32 {
                for row in 1...4 {
                    let answer = try await http.send("HEAD", "/page/\(row)?window=\(window),\(window + 1)")
                    #expect(answer.status == 200)
                }
            }
            #expect(try await http.get("/other/1").status == 200)
            let peak = try program.peakMemory()
            #expect(peak < 200 * Self.megabyte)
        }
    }

    @Test func socketsThatDoNotReadShareALongRow() async throws {
        try await Self.withProgram { program, port in
            var sockets: [SocketClient] = []
            for number in 0..<50 {
                sockets.append(try await SocketClient(port: port, isNarrow: true))
                try await sockets[number].send(["type": "open", "route": "/long/1"])
            }
            let reader = try await SocketClient(port: port)
            #expect(try await reader.open("/other/1")["type"] == "snapshot")
            #expect(try await HTTPClient(port: port).get("/other").status == 200)
            let peak = try program.peakMemory()
            #expect(peak < 200 * Self.megabyte)
        }
    }

    /// All rows are opened at once, so one reading of the database could hold all of them.
    @Test func differentLongRowsAreNotAllInMemory() async throws {
        try await Self.withProgram { program, port in
            let http = HTTPClient(port: port)
            try await withThrowingTaskGroup(of: Int.self) { group in
                for row in 1...60 { group.addTask { try await http.get("/each/\(row)").status } }
                for try await status in group { #expect([200, 503].contains(status)) }
            }
            #expect(try await http.get("/other/1").status == 200)
            let peak = try program.peakMemory()
            #expect(peak < 250 * Self.megabyte)
        }
    }
}
