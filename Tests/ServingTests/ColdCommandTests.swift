import JSON
import Loop
import Serving
import TestSupport
import Testing

/// A command of an unopened scene runs once the scene has loaded.
@Suite(.timeLimit(.minutes(5))) struct ColdCommandTests {
    @Test func aRequestWaitsUntilTheSceneHasLoaded() async throws {
        try await withOffice {
            $0.patience = patienceOfTests
        } _: { server in
            let sale = Task { try await server.http.post("/counter:sell", [:]) }
            let saving = Task { try await server.http.post("/counter:receipt.save", [:]) }
            let emptying = Task { try await server.http.send("DELETE", "/counter:receipt.photo") }
            await server.office.hasCounter.pass()
            await server.office.counters[0].opening.open()
            #expect(try await sale.value.json["result"] == ["left": 9])
            let saved = try await saving.value
            #expect(saved.status == 200, "\(saved.text)")
            let emptied = try await emptying.value
            #expect(emptied.status == 200, "\(emptied.text)")
        }
    }

    @Test func commandsOfASocketWaitAndRunInTheirOrder() async throws {
        try await withOffice { server in
            let socket = try await SocketClient(port: server.port)
            let opened = try await socket.open("/counter")
            #expect(opened["document"]?["phase"] == "loading")
            for ref in 1...3 {
                try await socket.send([
                    "type": "command", "ref": .int(Int64(ref)), "scene": opened["scene"] ?? .null, "command": "sell",
                ])
            }
            try await socket.send(["type": "ping"])
            _ = try await socket.next { $0["type"] == "pong" }
            #expect(await server.office.counters[0].sold == 0)
            await server.office.counters[0].opening.open()
            var left: [JSON: JSON?] = [:]
            for _ in 1...3 {
                let reply = try await socket.next { $0["type"] == "reply" }
                left[reply["ref"] ?? .null] = reply["result"]?["left"]
            }
            #expect(left == [1: 9, 2: 8, 3: 7])
        }
    }

    @Test func aCommandThatTimesOutIsNotRunAndMayBeRetried() async throws {
        try await withOffice {
            $0.patience = .milliseconds(20)
        } _: { server in
            let key = ["Idempotency-Key": "one"]
            let late = try await server.http.post("/counter:sell", [:], key)
            #expect(late.status == 503)
            #expect(try late.json["code"] == "loading")
            #expect(late.headers["retry-after"] != nil)
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/counter")["scene"]?.intValue)
            #expect(try await socket.run("sell", scene: scene)["error"]?["code"] == "loading")
            await server.office.counters[0].opening.open()
            try await socket.follow(scene) { $0["phase"] == "loaded" }
            #expect(try await server.http.post("/counter:sell", [:], key).json["result"] == ["left": 9])
        }
    }

    @Test func aKeyBelongsToThePathAndTheQueryIsPartOfTheRequest() async throws {
        try await withOffice {
            $0.patience = patienceOfTests
        } _: { server in
            let key = ["Idempotency-Key": "one"]
            let first = Task { try await server.http.post("/counter:sell?till=1", [:], key) }
            await server.office.hasCounter.pass()
            await server.office.counters[0].opening.open()
            #expect(try await first.value.json["result"] == ["left": 9])
            #expect(try await server.http.post("/counter:sell?till=1", [:], key).text == first.value.text)
            let socket = try await SocketClient(port: server.port)
            defer { withExtendedLifetime(socket) {} }  // a viewer, so that the scene stays open
            let opened = try await socket.open("/counter?till=2")
            await server.office.counters[1].opening.open()
            #expect(opened["type"] == "snapshot")
            let other = try await server.http.post("/counter:sell?till=2", [:], key)
            #expect(try other.json["code"] == "idempotency-key-reused")
            #expect(await server.office.sales == [1, 0])
        }
    }
}
