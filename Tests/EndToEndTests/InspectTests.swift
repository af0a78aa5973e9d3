import JSON
import Serving
import TestSupport
import Testing

private let notes = "CREATE TABLE Note (Id INTEGER PRIMARY KEY, Text TEXT); INSERT INTO Note VALUES (1, 'first');"

@Suite(.timeLimit(.minutes(5))) struct InspectTests {
    @Test func itShowsScenesAndTheirViews() async throws {
        try await withServer(notes) { server in
            let socket = try await SocketClient(port: server.port)
            let number = try #require(try await socket.open("/Note")["scene"]?.intValue)
            try await server.database.run("UPDATE Note SET Text = 'second'")
            try await socket.follow(number) { $0["cells"]?["1"]?["title"] == "second" }
            let all = try await server.http.get("/-/inspect").json
            let scene = try #require(all["scenes"]?.arrayValue?.first)
            #expect(scene["route"] == "/Note")
            #expect(scene["number"]?.intValue == number)
            #expect(scene["holders"] == 1 && scene["from"] == ["this machine"])
            #expect(scene["screen"] == "table" && scene["phase"] == "loaded" && scene["personal"] == false)
            let view = try #require(scene["views"]?.arrayValue?.first)
            #expect(view["viewers"] == 1 && view["patches"] == 1)
            #expect(view["digest"]?.stringValue == socket.replicas[number]?.digest)
            let answer = try await server.http.get("/-/inspect?scene=\(number)").json
            let detail = answer["views"]?.arrayValue?.first
            #expect(detail?["document"] == socket.replicas[number]?.document)
            #expect(detail?["last"]?.arrayValue?.first?["patch"]?.arrayValue?.first?["value"] == "second")
        }
    }

    @Test(arguments: [
        ("loopback", [:], 200), ("loopback", ["Host": "localhost:80"], 200),
        ("loopback", ["X-Forwarded-For": "10.0.0.1"], 403),
        ("loopback", ["Forwarded": "for=10.0.0.1"], 403), ("nobody", [:], 403), ("everybody", ["Via": "1.1 x"], 200),
        ("127.0.0.0/8", ["Via": "1.1 x"], 200), ("10.0.0.0/8", [:], 403),
    ])
    func onlyInspectorsMayUseIt(inspectors: String, headers: [String: String], status: Int) async throws {
        try await withServer(notes) {
            $0.inspectors = Onlookers([inspectors]) ?? .all
        } _: { server in
            let answer = try await server.http.get("/-/inspect", headers)
            #expect(answer.status == status)
        }
    }

    @Test func aForeignHostNameIsRefused() async throws {
        try await withServer(notes) {
            $0.host = "0.0.0.0"
            $0.allowRemote = true
        } _: { server in
            let foreign = try await server.http.get("/-/inspect", ["Host": "evil.example:80"])
            #expect(foreign.status == 421)
            let own = try await server.http.get("/-/inspect")
            #expect(own.status == 200)
        }
    }

    @Test(arguments: ["99", "x", "-1", ""])
    func anUnknownSceneIsNotFound(number: String) async throws {
        try await withServer(notes) { server in
            let answer = try await server.http.get("/-/inspect?scene=\(number)")
            #expect(answer.status == 404)
        }
    }
}
