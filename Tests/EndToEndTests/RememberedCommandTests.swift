import JSON
import TestSupport
import Testing

/// What an attached database remembers of commands with a key, whichever server asks.
@Suite(.timeLimit(.minutes(2))) struct RememberedCommandTests {
    private static let sql = """
        CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT NOT NULL CHECK (text <> 'bad'));
        CREATE TABLE child (id INTEGER PRIMARY KEY, entry REFERENCES entry DEFERRABLE INITIALLY DEFERRED);
        CREATE TABLE plain (text TEXT); INSERT INTO entry VALUES (1, 'one'), (2, 'two'), (3, 'three');
        """
    private static let count = "SELECT count(*) FROM _oriel_commands"
    private static let key = ["Idempotency-Key": "one"]

    /// A server of a file, attached unless told otherwise; another one is a call of `restart`.
    private final class Served {
        let database: Database
        private(set) var http: HTTPClient
        private(set) var port: Int
        private var program: Program

        init(_ sql: String = sql, isAttached: Bool = true) async throws {
            database = try await blocking { try Database(sql) }
            if isAttached { #expect(try await Program.run("attach", database.path).status == 0) }
            (program, port, http) = try await Self.serve(database)
        }

        static func serve(_ database: Database) async throws -> (Program, Int, HTTPClient) {
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

    @Test func everyCommandIsAnsweredAsTheFirstTimeAfterARestart() async throws {
        let site = try await Served()
        let commands: [(String, JSON)] = [
            ("/entry:insert", ["text": "new"]), ("/entry/1:update", ["id": 7, "text": "seven"]),
            ("/entry:update", ["row": "2", "text": "deux"]), ("/entry/2:delete", [:]), ("/entry:delete", ["row": "3"]),
            ("/plain:insert", ["text": "x"]),
        ]
        var first: [String] = []
        for (target, body) in commands {
            let answer = try await site.http.post(target, body, Self.key)
            #expect(answer.status == 200, "\(target): \(answer.text)")
            first.append(answer.text)
        }
        let content = ".dump"
        let before = try await site.database.run(content)
        for _ in 0..<2 {
            try await site.restart()
            for (command, text) in zip(commands, first) {
                let answer = try await site.http.post(command.0, command.1, Self.key)
                #expect(answer.status == 200 && answer.text == text, "\(command.0)")
            }
        }
        #expect(try await site.database.run(content) == before)
        try await site.stop()
    }

    @Test func aKeyHoldsAtEveryDoorAfterARestart() async throws {
        let site = try await Served()
        let first = try await site.http.post("/entry:insert", ["text": "new"], Self.key)
        try await site.restart()
        let socket = try await SocketClient(port: site.port)
        let scene = try await socket.open("/entry")["scene"] ?? .null
        try await socket.send([
            "type": "command", "ref": 1, "scene": scene, "command": "insert", "arguments": ["text": "new"],
            "key": "one",
        ])
        #expect(try await socket.next { $0["type"] == "reply" }["result"] == first.json["result"])
        #expect(try await socket.next { $0["type"] == "navigate" }["route"] == first.json["navigate"])
        #expect(try await site.database.run("SELECT count(*) FROM entry") == "4\n")
        try await site.stop()
    }

    @Test func aKeyThatComesWithOtherArgumentsIsRefusedAfterARestartAndStaysThatOfTheFirst() async throws {
        let site = try await Served()
        let first = try await site.http.post("/entry:insert", ["text": "new"], Self.key)
        try await site.restart()
        for _ in 0..<2 {
            let other = try await site.http.post("/entry:insert", ["text": "other"], Self.key)
            #expect(other.status == 422)
            #expect(try other.json["code"] == "idempotency-key-reused")
        }
        #expect(try await site.http.post("/entry:insert", ["text": "new"], Self.key).text == first.text)
        #expect(try await site.http.post("/entry/1:delete", [:], Self.key).status == 200)
        #expect(try await site.database.run("SELECT group_concat(text) FROM entry") == "two,three,new\n")
        try await site.stop()
    }

    @Test func whatIsRefusedIsNotRemembered() async throws {
        let site = try await Served()
        #expect(try await site.http.post("/entry:insert", ["text": "bad"], Self.key).status == 422)
        #expect(try await site.http.post("/entry/9:delete", [:], Self.key).status == 404)
        let http = site.http
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for parent in 1...12 {  // together they are refused, at the end of the transaction
                group.addTask {
                    let body: JSON = ["entry": .int(parent % 4 == 0 ? 99 : 1)]
                    return try await http.post("/child:insert", body, ["Idempotency-Key": "\(parent)"]).status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.filter { $0 == 200 }.count == 9)
        #expect(try await site.database.run("\(Self.count); SELECT count(*) FROM child") == "9\n9\n")
        try await site.restart()
        try await site.database.run("INSERT INTO entry VALUES (99, 'late')")
        #expect(try await site.http.post("/child:insert", ["entry": 99], ["Idempotency-Key": "4"]).status == 200)
        try await site.stop()
    }

    @Test func twoProcessesRunACommandOnce() async throws {
        let site = try await Served()
        let (program, _, other) = try await Served.serve(site.database)
        let doors = [site.http, other]
        for number in 0..<20 {
            let answers = try await withThrowingTaskGroup(of: String.self) { group in
                for http in doors + doors {
                    group.addTask {
                        try await http.post("/entry:insert", ["text": "new"], ["Idempotency-Key": "\(number)"]).text
                    }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(answers == [#"{"result":{"row":"\#(number + 4)"},"navigate":"/entry/\#(number + 4)"}"#])
        }
        #expect(try await site.database.run("SELECT count(*) FROM entry WHERE text = 'new'") == "20\n")
        try await program.stop()
        try await site.stop()
    }

    @Test func aServerThatRunsGoesByWhatIsAttachedAndDetachedMeanwhile() async throws {
        let site = try await Served(isAttached: false)
        let schema = try await site.database.run(".schema")
        func insert(_ key: String) async throws -> JSON? {
            try await site.http.post("/entry:insert", ["text": "new"], ["Idempotency-Key": key]).json["result"]?["row"]
        }
        #expect(try await insert("a") == "4")
        #expect(try await site.database.run(".schema") == schema)
        #expect(try await Program.run("attach", site.database.path).status == 0)
        #expect(try await insert("b") == "5")
        #expect(try await site.database.run(Self.count) == "1\n")
        #expect(try await Program.run("detach", site.database.path).status == 0)
        #expect(try await insert("c") == "6")
        #expect(try await insert("b") == "5")
        #expect(try await site.database.run(".schema") == schema)
        #expect(try await Program.run("attach", site.database.path).status == 0)
        #expect(try await insert("d") == "7")
        try await site.restart()
        #expect(try await insert("d") == "7")
        #expect(try await insert("c") == "8")
        try await site.stop()
    }

    @Test func onlyCommandsWithAKeyAreRememberedAndNothingOfItIsLogged() async throws {
        let site = try await Served()
        for number in 0..<3 {
            _ = try await site.http.post("/entry:insert", ["text": "new"])
            _ = try await site.http.post("/entry:insert", ["text": "new"], ["Idempotency-Key": "\(number)"])
        }
        #expect(try await site.database.run(Self.count) == "3\n")
        let logged = try await site.database.run("SELECT DISTINCT tbl FROM _oriel_log WHERE tbl NOT NULL")
        #expect(logged == "entry\n")
        #expect(try await !site.http.get("/").text.contains("_oriel_"))
        #expect(try await site.http.get("/_oriel_commands").status == 404)
        try await site.stop()
    }

    @Test func whatIsOldOrTooMuchIsForgottenBitByBit() async throws {
        let site = try await Served()
        try await site.database.run(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100004)
            INSERT INTO _oriel_commands SELECT i, 'k' || i, 0, NULL, unixepoch() - iif(i < 4, 90000, 0) FROM n
            """)
        var counts: [String] = []
        for number in 0..<5 {
            _ = try await site.http.post("/entry:insert", ["text": "new"], ["Idempotency-Key": "\(number)"])
            counts.append(try await site.database.run("SELECT min(seq), count(*) FROM _oriel_commands"))
        }
        #expect(counts == ["3|100003\n", "5|100002\n", "7|100001\n", "9|100000\n", "10|100000\n"])
        try await site.database.run("UPDATE _oriel_commands SET time = time - 86401 WHERE seq < 20")
        for number in 5..<12 {
            _ = try await site.http.post("/entry:insert", ["text": "new"], ["Idempotency-Key": "\(number)"])
        }
        #expect(try await site.database.run("SELECT min(seq) FROM _oriel_commands") == "20\n")
        try await site.stop()
    }
}
