import Foundation
import JSON
import Loop
import Stores
import TestSupport
import Testing

/// Writes of other programs to a JSON file, and their effects.
@Suite(.timeLimit(.minutes(5))) struct JSONWriterTests {
    @Test func aReadRightAfterADocumentWithoutTablesWasWrittenShowsIt() async throws {
        try await withJSON(#"{"a": 0}"#) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/")["scene"]?.intValue)
            for number in 1...40 {
                try Data(#"{"a": \#(number)}"#.utf8).write(to: URL(fileURLWithPath: server.path))
                #expect(try await server.http.get("/").json["outputs"] == ["a": .int(Int64(number))])
            }
            try await socket.settle(scene, server.http)
        }
    }

    private static let three = #"[{"id":1,"name":"one"},{"id":2,"name":"two"},{"id":3,"name":"three"}]"#

    @Test func editsOfAnyEditorAreMinimalPatches() async throws {
        try await withJSON(Self.three) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/things")["scene"]?.intValue)
            for (script, id, name) in [
                ("sed -i s/one/uno/ things.json", "1", "uno"),
                ("sed s/two/due/ things.json > new && mv new things.json", "2", "due"),
                ("sed s/three/tre/ things.json > new && cp new things.json", "3", "tre"),
                (
                    """
                    python3 -c 'import json; t = json.load(open("things.json")); t[0]["name"] = "eins"
                    json.dump(t, open("things.json", "w"), indent=4)'
                    """, "1", "eins"
                ),
            ] {
                try await server.shell(script)
                try await socket.follow(scene) { $0["cells"]?[id]?["title"] == .string(name) }
                #expect(socket.replicas[scene]?.document["problem"] == nil)
            }
            try await server.write(#"[{"id":3,"name":"tre"},{"id":1,"name":"eins"},{"id":4,"name":"vier"}]"#)
            try await socket.follow(scene) { $0["cells"]?["4"] != nil && $0["cells"]?["2"] == nil }
            try await socket.settle(scene, server.http)
            #expect(JSONTableTests.order(try await server.http.get("/things").json) == ["tre", "eins", "vier"])
        }
    }

    @Test func theNextResponseShowsAWrite() async throws {
        try await withJSON(Self.three) { server in
            for round in 0..<20 {
                try await server.write("[{\"id\": 1, \"name\": \"round \(round)\"}]")
                #expect(try await server.http.get("/things/1").json["outputs"]?["name"] == .string("round \(round)"))
            }
        }
    }

    @Test func theNextResponseOfAnyScreenShowsAWriteToALargeFile() async throws {
        let rows = { @Sendable (name: String) in
            "[" + (0..<3_000).map { "{\"id\":\($0),\"name\":\"\(name)\"}" }.joined(separator: ",") + "]"
        }
        try await withJSON(rows("first")) { server in
            for round in 0..<6 {
                try await server.write(rows("round \(round)"))
                for route in ["/things/7", "/things/\(round)"] {
                    #expect(try await server.http.get(route).json["outputs"]?["name"] == .string("round \(round)"))
                }
            }
        }
    }

    @Test func aBrokenFileIsAProblemUntilItIsRepaired() async throws {
        try await withJSON(Self.three) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/things")["scene"]?.intValue)
            try await server.write(#"[{"id":1,"#)
            try await socket.follow(scene) { $0["problem"]?["code"] == "file-broken" }
            #expect(socket.replicas[scene]?.document["cells"]?["2"]?["title"] == "two")
            let refused = try await server.http.post("/things/2:update", ["name": "x"])
            #expect(refused.status == 409)
            #expect(try server.text() == #"[{"id":1,"#)
            try await server.write(#"[{"id":2,"name":"again"}]"#)
            try await socket.follow(scene) { $0["problem"] == nil && $0["cells"]?["2"]?["title"] == "again" }
            try await server.shell("rm things.json")
            try await socket.follow(scene) { $0["problem"]?["code"] == "file-missing" }
            let missed = try await server.http.post("/things/2:update", ["name": "x"])
            #expect(missed.status == 503)
            #expect(try missed.json["code"] == "file-missing")
            #expect(try missed.json["detail"] == "The file is missing. Its last content is shown.")
            try await server.write(Self.three)
            try await socket.follow(scene) { $0["problem"] == nil && $0["window"]?["total"] == 3 }
            try await socket.settle(scene, server.http)
        }
    }

    @Test func anEditOfAnotherRecordIsKeptAndOneOfTheSameIsAConflict() async throws {
        try await withJSON(Self.three) { server in
            // This keeps the loop busy, so that none of it is shown when the command arrives.
            let outcome = try await server.editAndUpdate(Self.three.replacing("three", with: "drei"), "2", "zwei")
            #expect(outcome == nil)
            #expect(try server.text() == Self.three.replacing("three", with: "drei").replacing("two", with: "zwei"))
            let text = try server.text().replacing("one", with: "eins")
            let conflict = try await server.editAndUpdate(text, "1", "uno")
            #expect(
                conflict
                    == .conflict(
                        message: "The row was changed by someone else.",
                        fields: ["name": "was changed by someone else"])
            )
            #expect(try server.text() == text)
        }
    }

    @Test func twoWritersLoseNothing() async throws {
        try await withJSON(#"[{"id": 1, "n": 0}, {"id": 2, "n": 0}]"#) { server in
            let script = """
                import json, os
                for i in range(1, 201):
                    t = json.load(open("things.json"))
                    t[0]["n"] = i
                    json.dump(t, open("new.json", "w"))
                    os.rename("new.json", "things.json")
                """
            async let theirs = server.shell("python3 -", script)
            for number in 1...40 {
                let answer = try await server.http.post("/things/2:update", ["n": .int(Int64(number))])
                #expect([200, 409].contains(answer.status))
            }
            _ = try await theirs
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/things")["scene"]?.intValue)
            try await socket.settle(scene, server.http)
            #expect(try JSON(parsing: server.text())[0]?["n"] == 200)
        }
    }

    @Test func twoServersLoseNothingRepeatNothingAndKeepTheOrder() async throws {
        try await withJSON("[{\"id\": 1, \"who\": 0, \"n\": 0}]") { server in
            let other = try await Store(json: server.path, configuration: JSONServer.configuration)
            try await Self.write(60, to: [server.store, other])
            await other.close()
            let records = try JSON(parsing: server.text()).arrayValue ?? []
            for who in 1...2 as ClosedRange<Int64> {
                let mine = records.filter { $0["who"] == .int(who) }
                #expect(mine.compactMap { $0["n"]?.intValue } == Array(1...60))
            }
        }
    }

    /// Has each store insert records without waiting for one another, numbered from 1 on.
    @SceneActor private static func write(_ count: Int64, to stores: [Store]) async throws {
        let writing = (1...count).flatMap { number in
            zip(1..., stores).map { who, store in
                Task { @SceneActor in
                    try await store.write(.insert(table: "things", values: ["who": .int(who), "n": .int(number)]))
                }
            }
        }
        for task in writing { _ = try await task.value }
    }

    @Test func aLinkAndPermissionsStay() async throws {
        try await withJSON(Self.three) { server in
            try await server.shell(
                "mkdir real && mv things.json real/t.json && ln -s real/t.json things.json && chmod 640 real/t.json")
            #expect(try await server.http.post("/things/1:update", ["name": "uno"]).status == 200)
            #expect(
                try await server.shell("readlink things.json; stat -c %a real/t.json; ls real")
                    == "real/t.json\n640\nt.json\n")
            try await server.shell("sed -i s/two/due/ real/t.json")
            #expect(try await server.http.get("/things/2").json["outputs"]?["name"] == "due")
        }
    }

    @Test func aFileThatBecomesADocumentAndATableAgainIsShownAsWhatItIs() async throws {
        try await withJSON(Self.three) { server in
            try await server.write(#"{"title": "Shop", "open": [9, 17]}"#)
            try await server.until("/") { $0["outputs"]?["title"] == "Shop" }
            let document = try await server.http.get("/").json
            #expect(document["outputs"] == ["title": "Shop", "open": [9, 17]])
            #expect(try await server.http.get("/things").status == 404)
            #expect(try await server.http.post("/:update", ["title": "Store"]).status == 200)
            #expect(try server.text() == #"{"title": "Store", "open": [9, 17]}"#)
            try await server.write(#"[{"id": 1, "price": 3}]"#)
            try await server.until("/") { $0["screen"] == "database" }
            #expect(try await server.http.get("/things/1").json["outputs"] == ["id": 1, "price": 3])
        }
    }
}
