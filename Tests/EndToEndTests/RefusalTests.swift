import JSON
import TestSupport
import Testing

/// A command that has to be refused, with the fields that are at fault.
struct Refusal: CustomTestStringConvertible, Sendable {
    let command: String
    let body: JSON
    let fields: [String]
    let status: Int

    init(_ command: String, _ body: JSON, _ fields: [String], status: Int = 422) {
        (self.command, self.body, self.fields, self.status) = (command, body, fields, status)
    }

    var testDescription: String { "\(command) \(body)" }
}

@Suite(.timeLimit(.minutes(5))) struct RefusalTests {
    private static let values = [
        Refusal("/artist:insert", [:], ["name"]), Refusal("/artist:insert", ["name": nil], ["name"]),
        Refusal("/artist:insert", ["name": 5], ["name"]), Refusal("/artist:insert", ["name": true], ["name"]),
        Refusal("/artist:insert", ["name": ["a": 1]], ["name"]), Refusal("/artist:insert", ["name": ["a"]], ["name"]),
        Refusal("/artist:insert", ["name": "x", "rating": true], ["rating"]),
        Refusal("/artist:insert", ["name": "x", "rating": 1.5], ["rating"]),
        Refusal("/artist:insert", ["name": "x", "rating": "3x"], ["rating"]),
        Refusal("/artist:insert", ["name": "x", "rating": "9223372036854775808"], ["rating"]),
        Refusal("/artist:insert", ["name": "x", "id": "abc"], ["id"]),
        Refusal("/artist:insert", ["name": "x", "alive": 5], ["alive"]),
        Refusal("/artist:insert", ["name": "x", "alive": "true"], ["alive"]),
        Refusal("/artist:insert", ["name": "x", "score": "1e999"], ["score"]),
        Refusal("/artist:insert", ["name": "x", "score": "nan"], ["score"]),
        Refusal("/artist:insert", ["name": "x", "born": ["y": 1]], ["born"]),
        Refusal("/artist:insert", ["name": 5, "nope": 1, "rating": "x"], ["name", "nope", "rating"]),
        Refusal("/artist/1:update", ["Name": "x"], ["Name"]), Refusal("/artist/1:update", ["name": nil], ["name"]),
        Refusal("/artist/1:update", ["id": nil], ["id"]), Refusal("/artist/1:update", ["id": 1.5], ["id"]),
        Refusal("/strictly:insert", ["i": "x"], ["i"]), Refusal("/strictly:insert", ["t": 5], ["t"]),
        Refusal("/strictly:insert", ["t": ["base64": "AA=="]], ["t"]),
        Refusal("/strictly:insert", ["i": ["base64": "AA=="]], ["i"]),
        Refusal("/strictly:insert", ["x": ["a": 1]], ["x"]), Refusal("/strictly:insert", ["b": "text"], ["b"]),
        Refusal("/computed:insert", ["a": 1, "d": 5], ["d"]), Refusal("/computed/1:update", ["d": 5], ["d"]),
        Refusal("/pair:insert", ["a": 3], ["b"]),
    ]

    private static let constraints = [
        Refusal("/artist:insert", ["name": "Accept"], ["name"]),
        Refusal("/artist:insert", ["name": "x", "id": 1], ["id"]),
        Refusal("/artist/1:update", ["name": "Accept"], ["name"]), Refusal("/artist/1:update", ["id": 2], ["id"]),
        Refusal("/artist:insert", ["name": "x", "rating": 9], ["rating"]),
        Refusal("/sane:insert", ["a": 5, "b": 2], ["a", "b"]),
        Refusal("/pair:insert", ["a": 1, "b": "x"], ["a", "b"]),
        Refusal("/pair/1,x:update", ["a": 2, "b": "y"], ["a", "b"]), Refusal("/kt/a:update", ["k": "b"], ["k"]),
        Refusal("/kt:insert", ["k": "q", "v": "2"], ["v"]), Refusal("/we%20ird:insert", ["c.d": -1], ["c.d"]),
        Refusal("/album:insert", ["title": "t", "artist": 999], ["artist"]),
        Refusal("/album/1:update", ["artist": 999], ["artist"]), Refusal("/later:insert", ["a": 999], ["a"]),
        Refusal("/pairkid:insert", ["a": 1, "b": "q"], ["a", "b"]), Refusal("/artist/1:delete", [:], []),
        Refusal("/kept/1:delete", [:], []),
        Refusal("/artist/1:update", ["id": 9], []), Refusal("/self/1:delete", [:], []),
        Refusal("/ignoring:insert", ["u": "u"], []), Refusal("/orphan:insert", ["m": 5], []),
        Refusal("/orphan/1:update", ["m": 5], []), Refusal("/mismatch:insert", ["x": 5], []),
        Refusal("/guarded:insert", ["v": "abort"], []), Refusal("/guarded:insert", ["v": "fail"], []),
        Refusal("/guarded:insert", ["v": "rollback"], []), Refusal("/guarded:insert", ["v": "ignore"], []),
        Refusal("/guarded/2:update", ["v": "ignore"], []), Refusal("/guarded/1:delete", [:], []),
        Refusal("/broken:insert", ["v": "x"], []),
    ]

    private static let others = [
        Refusal("/names:insert", ["name": "x"], [], status: 403), Refusal("/nothing:insert", [:], [], status: 404),
        Refusal("/artist:nope", [:], [], status: 404), Refusal("/artist/1:insert", ["name": "x"], [], status: 404),
        Refusal("/artist/77:update", ["name": "x"], [], status: 404),
        Refusal("/artist/77:delete", [:], [], status: 404),
        Refusal("/pair/1:delete", [:], [], status: 404), Refusal("/pair/1,x,y:delete", [:], [], status: 404),
        Refusal("/:insert", [:], [], status: 404), Refusal("/artist:insert", [1], [], status: 400),
        Refusal("/artist:insert", "text", [], status: 400), Refusal("/artist?nope=1:insert", [:], [], status: 405),
        Refusal("/artist", [:], [], status: 405),
    ]

    @Test func refusalsAreExplainedAndWriteNothing() async throws {
        try await withServer(CommandSchema.sql) { server in
            let before = try await server.database.run(".dump")
            for refusal in Self.values + Self.constraints + Self.others {
                let answer = try await server.http.post(refusal.command, refusal.body)
                #expect(answer.status == refusal.status, "\(refusal.testDescription): \(answer.text)")
                #expect(answer.headers["content-type"] == "application/problem+json")
                let fields = try answer.json["fields"]?.objectValue?.names ?? []
                #expect(fields.sorted() == refusal.fields.sorted(), "\(refusal.testDescription): \(answer.text)")
                let detail = try answer.json["detail"]?.stringValue ?? ""
                #expect(detail.hasSuffix(".") || detail.hasSuffix("}.") || detail.hasSuffix(")."), "\(detail)")
            }
            #expect(try await server.database.run(".dump") == before)
        }
    }

    @Test func messagesOfTriggersAreReturned() async throws {
        try await withServer(CommandSchema.sql) { server in
            for (value, words) in [
                ("abort", "no abort here."), ("fail", "no failure here."), ("rollback", "no way back here."),
                ("ignore", "A trigger or a constraint of the database ignored the change."),
            ] {
                let answer = try await server.http.post("/guarded:insert", ["v": .string(value)])
                #expect(try answer.json["detail"] == .string(words))
                let logged = try await server.http.post("/guarded:insert", ["v": "log"])
                let row = try logged.json["result"]?["row"]?.stringValue ?? ""
                #expect(try await server.http.get("/guarded/\(row)").json["outputs"]?["v"] == "log")
                #expect(try await server.http.post("/log/1000:delete").status == 200)
            }
        }
    }

    @Test(.onBothEngines) func aUniqueExpressionNamesItsField() async throws {
        let schema = """
            CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT, w TEXT); INSERT INTO t VALUES (1, 'a', 'b');
            CREATE UNIQUE INDEX once ON t (lower(v));
            """
        try await withServer(schema) { server in
            let answer = try await server.http.post("/t:insert", ["v": "A", "w": "c"])
            #expect(answer.status == 422)
            #expect(try answer.json["fields"]?.objectValue?.names == ["v"], "\(answer.text)")
        }
    }

    @Test(.onBothEngines) func aChangeThatATriggerIgnoresIsRefused() async throws {
        let triggers = TestEngine.choose(
            sqlite: ["INSERT", "UPDATE", "DELETE"].map {
                "CREATE TRIGGER \($0)s BEFORE \($0) ON t BEGIN SELECT raise(IGNORE); END;"
            }.joined(),
            postgres: """
                CREATE FUNCTION ignore() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
                CREATE TRIGGER changes BEFORE INSERT OR UPDATE OR DELETE ON t FOR EACH ROW EXECUTE FUNCTION ignore();
                """)
        let cause = TestEngine.choose(sqlite: "trigger or a constraint", postgres: "trigger or a policy")
        let schema = "CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT); INSERT INTO t VALUES (1, 'a'); \(triggers)"
        try await withServer(schema) { server in
            for command in ["/t:insert", "/t/1:update", "/t/1:delete"] {
                let answer = try await server.http.post(command, command.hasSuffix("delete") ? [:] : ["v": "b"])
                #expect(answer.status == 422, "\(command): \(answer.text)")
                let detail = try answer.json["detail"]
                #expect(detail == .string("A \(cause) of the database ignored the change."), "\(command)")
            }
            #expect(try await server.http.post("/t/2:update", ["v": "b"]).status == 404)
            #expect(try await server.http.post("/t/2:delete").status == 404)
            #expect(try await server.http.get("/t/1").json["outputs"]?["v"] == "a")
        }
    }

    @Test(arguments: ["v UNIQUE ON CONFLICT ROLLBACK", "v"])
    func aRollbackRefusesOnlyItsCommandInASharedCommit(columns: String) async throws {
        let schema = """
            CREATE TABLE t (id INTEGER PRIMARY KEY, \(columns));
            INSERT INTO t (v) VALUES (5);
            CREATE TRIGGER no BEFORE INSERT ON t WHEN NEW.v = 5 AND 'v' = '\(columns)'
            BEGIN SELECT raise(ROLLBACK, 'no way back'); END;
            """
        try await withServer(schema) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/t")["scene"])
            for number in 0..<60 {
                let value: JSON = .int(number % 10 == 5 ? 5 : Int64(number + 100))
                try await socket.send([
                    "type": "command", "ref": .int(Int64(number)), "scene": scene, "command": "insert",
                    "arguments": ["v": value],
                ])
            }
            var refused: [Int64] = []
            for _ in 0..<60 {
                let reply = try await socket.next { $0["type"] == "reply" }
                if reply["error"] != nil { refused.append(try #require(reply["ref"]?.intValue)) }
            }
            #expect(refused.sorted() == [5, 15, 25, 35, 45, 55])
            #expect(try await server.database.run("SELECT count(*), count(DISTINCT v) FROM t") == "55|55\n")
        }
    }

    @Test func onlyTablesThatRestrictARowAreNamed() async throws {
        let schema = """
            CREATE TABLE p (id INTEGER PRIMARY KEY, a, b, UNIQUE (a, b));
            CREATE TABLE nulls (p REFERENCES p ON DELETE SET NULL);
            CREATE TABLE falls (p REFERENCES p ON DELETE CASCADE);
            CREATE TABLE free (p REFERENCES p); CREATE TABLE holds (p REFERENCES p ON DELETE RESTRICT);
            CREATE TABLE pair (x, y, FOREIGN KEY (x, y) REFERENCES p (a, b));
            INSERT INTO p VALUES (1, 1, 2), (2, 3, 4); INSERT INTO nulls VALUES (1); INSERT INTO falls VALUES (1);
            INSERT INTO holds VALUES (1); INSERT INTO free VALUES (2); INSERT INTO pair VALUES (3, 4);
            """
        try await withServer(schema) { server in
            for (row, users) in [("1", "holds"), ("2", "free, pair")] {
                let answer = try await server.http.post("/p/\(row):delete")
                #expect(try answer.json["detail"] == .string("Rows of \(users) still reference this row."))
            }
            let moved = try await server.http.post("/p/2:update", ["a": 9])
            #expect(try moved.json["detail"] == "Rows of pair still reference this row.")
        }
    }

    /// The commit checks it.
    @Test(.onBothEngines) func aDeferredReferenceThatLeadsNowhereNamesItsField() async throws {
        try await withServer(CommandSchema.sql) { server in
            let answer = try await server.http.post("/later:insert", ["a": 999])
            #expect(answer.status == 422)
            #expect(try answer.json["fields"] == ["a": "artist has no such row."], "\(answer.text)")
        }
    }

    @Test(.onBothEngines) func aReferencedRowNamesTheReferencingTables() async throws {
        try await withServer(CommandSchema.sql) { server in
            let answer = try await server.http.post("/artist/1:delete")
            #expect(try answer.json["detail"]?.stringValue?.contains("album") == true)
            let kept = try await server.http.post("/kept/1:delete")
            #expect(try kept.json["detail"] == "Rows of keeper still reference this row.")
            #expect(try await server.http.post("/album/1:delete").status == 200)
            #expect(try await server.http.post("/artist/1:delete").status == 200)
        }
    }
}
