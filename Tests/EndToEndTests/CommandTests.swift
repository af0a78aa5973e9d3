import JSON
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct CommandTests {
    @Test func aRowIsInsertedUpdatedAndDeletedByPost() async throws {
        try await withServer(CommandSchema.sql) { server in
            let insert = try await server.http.post(
                "/artist:insert", ["name": "New", "rating": 3, "alive": true, "score": 2])
            #expect(insert.status == 200)
            #expect(try insert.json == ["result": ["row": "3"], "navigate": "/artist/3"])
            let outputs = try await server.http.get("/artist/3").json["outputs"]
            #expect(
                outputs == ["id": 3, "name": "New", "rating": 3, "born": nil, "alive": 1, "photo": nil, "score": 2])
            let update = try await server.http.post("/artist/3:update", ["name": "Newer", "rating": nil])
            #expect(try update.json == ["result": ["row": "3"]])
            #expect(try await server.http.get("/artist/3").json["outputs"]?["rating"] == JSON.null)
            let delete = try await server.http.post("/artist/3:delete")
            #expect(try delete.json == ["result": ["row": "3"], "navigate": "/artist"])
            #expect(try await server.http.get("/artist/3").status == 404)
            #expect(try await server.http.post("/artist/3:delete").status == 404)
            #expect(try await server.http.post("/artist/3:update", ["name": "x"]).status == 404)
        }
    }

    @Test func aRowIsInsertedUpdatedAndDeletedBySocket() async throws {
        try await withServer(CommandSchema.sql) { server in
            let socket = try await SocketClient(port: server.port)
            let list = try await socket.open("/artist")["scene"]?.intValue ?? 0
            let insert = try await socket.run("insert", scene: list, ["name": "New"])
            #expect(insert["result"] == ["row": "3"])
            #expect(socket.replicas[list]?.document["cells"]?["3"]?["title"] == "New")
            let update = try await socket.run("update", scene: list, row: "3", ["name": "Newer"])
            #expect(update["result"] == ["row": "3"])
            #expect(socket.replicas[list]?.document["cells"]?["3"]?["title"] == "Newer")
            let row = try await socket.open("/artist/3")["scene"]?.intValue ?? 0
            let refused = try await socket.run("update", scene: row, ["name": nil, "rating": 3])
            #expect(refused["error"]?["code"] == "invalid")
            #expect(refused["error"]?["fields"] == ["name": "A value is required."])
            let delete = try await socket.run("delete", scene: list, row: "3")
            #expect(delete["result"] == ["row": "3"])
            #expect(socket.replicas[list]?.document["cells"]?["3"] == nil)
            let again = try await socket.run("delete", scene: list, row: "3")
            #expect(again["error"]?["code"] == "not-found")
        }
    }

    @Test func aRowsPageDeletesNoRowOfItsSections() async throws {
        try await withServer(CommandSchema.sql) { server in
            let socket = try await SocketClient(port: server.port)
            let row = try await socket.open("/artist/2")["scene"]?.intValue ?? 0
            let refused = try await socket.run("delete", scene: row, row: "album/1")
            #expect(refused["error"]?["fields"] == ["row": "names another row"])
            let posted = try await server.http.post("/artist/2:delete", ["row": "album/1"])
            #expect(try posted.json["fields"] == ["row": "names another row"])
            #expect(try await server.http.get("/artist/2").status == 200)
        }
    }

    @Test func aRowOfAListIsNamedByRow() async throws {
        try await withServer(CommandSchema.sql) { server in
            for (body, name) in [
                (["row": "2", "name": "a"], "a"), (["row": 2, "name": "b"], "b"),
                (["row": "2", "arguments": ["name": "c"]], "c"),
            ] as [(JSON, JSON)] {
                #expect(try await server.http.post("/artist:update", body).json["result"] == ["row": "2"])
                #expect(try await server.http.get("/artist/2").json["outputs"]?["name"] == name)
            }
            for body in [[:], ["row": []], ["row": true], ["row": nil]] as [JSON] {
                let answer = try await server.http.post("/artist:delete", body)
                #expect(answer.status == 422)
                #expect(try answer.json["fields"] == ["row": "is missing"])
            }
        }
    }

    @Test func columnsCalledRowAndArgumentsCanBeWritten() async throws {
        try await withServer(CommandSchema.sql) { server in
            let insert = try await server.http.post("/we%20ird:insert", ["row": "r", "arguments": "a"])
            #expect(try insert.json["result"] == ["row": "1"])
            let nested: JSON = ["row": "1", "arguments": ["row": "r2", "arguments": "a2", "a, b": "ab"]]
            #expect(try await server.http.post("/we%20ird:update", nested).status == 200)
            let outputs = try await server.http.get("/we%20ird/1").json["outputs"]
            let key: JSONObject = TestEngine.choose(sqlite: [:], postgres: ["id": 1])
            let values: JSONObject = ["a, b": "ab", "c.d": nil, "row": "r2", "arguments": "a2"]
            #expect(outputs == .object(JSONObject(Array(key) + Array(values))))
        }
    }

    @Test func aRowWhoseKeyChangesIsFoundAtItsNewAddress() async throws {
        try await withServer(CommandSchema.sql) { server in
            // Only SQLite has keys that are NULL.
            let withNull: [(String, JSON, JSON, String)] = [
                ("/kt/b:update", ["k": nil], "~i2", "/kt/~i2"), ("/kt/~i2:update", ["k": "b"], "b", "/kt/b"),
                ("/loose/~i1:update", ["a": 7], "7,x", "/loose/7,x"),
                ("/loose/7,x:update", ["a": nil], "~i1", "/loose/~i1"),
            ]
            let changes: [(String, JSON, JSON, String)] = [
                ("/kt/a:update", ["k": "c/d"], "c/d", "/kt/c%2Fd"), ("/kt/c%2Fd:update", ["k": ""], "~t", "/kt/~t"),
                ("/pair/1,x:update", ["b": "z"], "1,z", "/pair/1,z"),
                ("/pair/1,z:update", ["a": 7, "b": ","], "7,~c", "/pair/7,~c"),
                ("/artist/2:update", ["id": 200], "200", "/artist/200"),
                ("/artist/200:update", ["id": "-3"], "-3", "/artist/-3"),
            ]
            for (command, body, row, route) in changes + TestEngine.choose(sqlite: withNull, postgres: []) {
                let answer = try await server.http.post(command, body)
                #expect(try answer.json == ["result": ["row": row], "navigate": .string(route)], "\(command)")
                #expect(try await server.http.get(route).status == 200)
            }
        }
    }

    @Test func bytesAreGivenAsBase64AndReadAsAFile() async throws {
        try await withServer(CommandSchema.sql) { server in
            let answer = try await server.http.post(
                "/artist:insert", ["name": "photo", "photo": ["base64": "iVBORw0KGgo="]])
            #expect(try answer.json["result"] == ["row": "3"])
            let file = try await server.http.get("/artist/3/photo")
            #expect(file.body == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            #expect(file.headers["content-type"] == "image/png")
            for bad in ["abc", ["base64": "***"], ["base64": 5], ["base64": "iVBORw0KGgo"], ["href": "/x"], 5] as [JSON]
            {
                let answer = try await server.http.post("/artist/3:update", ["photo": bad])
                #expect(answer.status == 422, "\(bad)")
                #expect(try answer.json["fields"]?.objectValue?.names == ["photo"])
            }
            #expect(try await server.http.get("/artist/3/photo").body == file.body)
        }
    }
}
