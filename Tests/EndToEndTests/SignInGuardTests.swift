import Access
import JSON
import Serving
import TestSupport
import Testing

/// What a sign-in keeps apart, and what happens while it cannot be checked.
@Suite(.timeLimit(.minutes(5))) struct SignInGuardTests {
    /// Case 28: the idempotency key of another person runs one's own command.
    @Test func aKeyOfACommandBelongsToItsPerson() async throws {
        try await Guarded.serve { server in
            try await server.add("bob")
            var rows: [JSON?] = []
            for name in ["ada", "bob", "ada"] {
                let headers = [
                    "Cookie": try await server.cookies(name), "Sec-Fetch-Site": "same-origin",
                    "Idempotency-Key": "same",
                ]
                let answer = try await server.http.post("/note:insert", ["text": "three"], headers)
                #expect(answer.status == 200)
                rows.append(try answer.json["result"])
            }
            #expect(rows[0] == rows[2] && rows[0] != rows[1])
            #expect(try await server.database.run("SELECT count(*) FROM note") == "4\n")
        }
    }

    @Test func whileSessionsCannotBeReadNothingIsSent() async throws {
        try await Guarded.serve { server in
            let headers = ["Cookie": try await server.cookies(), "Sec-Fetch-Site": "same-origin"]
            let socket = try await SocketClient(port: server.port, headers: headers)
            let scene = try #require(try await socket.open("/note")["scene"]?.intValue)
            let events = try await EventClient(port: server.port, "/note", headers: headers)
            _ = try await events.next()
            let path = await server.accessPath
            _ = try await blocking { try Shell.run("mv", [path, path + ".away"]) }
            try await server.database.run("INSERT INTO note VALUES (3, 'held'); INSERT INTO note VALUES (4, 'back')")
            let refused = try await server.http.get("/note", headers)
            #expect(refused.status == 503)
            #expect(try refused.json["code"] == "sign-in-unavailable")
            #expect(!refused.text.contains("access.sqlite") && !refused.text.contains("held"))
            try await socket.send(["type": "ping"])
            #expect(try await socket.next() == ["type": "pong"])
            _ = try await blocking { try Shell.run("mv", [path + ".away", path]) }
            try await socket.follow(scene) { $0["cells"]?["4"]?["title"] == "back" }
            while events.document["cells"]?["4"] == nil { _ = try await events.next() }
            #expect(try await server.http.get("/note", headers).tag == socket.replicas[scene]?.digest)
            #expect(events.digest == socket.replicas[scene]?.digest)
        }
    }

    /// Cases 13 and 31: no secret is in a document, an error, a metric or the inspector.
    @Test func noSecretLeavesTheServer() async throws {
        try await Guarded.serve { server in
            let key = try await server.key(["admin"])
            let cookies = try await server.cookies()
            let header = ["Authorization": "Bearer \(key)"]
            let secrets =
                [key, String(key.suffix(64)), Guarded.password, "$y$"]
                + cookies.split(separator: "; ").map {
                    String($0.split(separator: "=")[1])
                }
            for target in [
                "/", "/note", "/none", "/-/inspect", "/-/metrics", "/-/sign-in", "/Person", "/Session", "/Key",
            ] {
                let answer = try await server.http.get(
                    target, header.merging(["Cookie": cookies]) { first, _ in first })
                for secret in secrets { #expect(!answer.text.contains(secret), "\(target)") }
            }
        }
    }

    @Test func manySocketsOfNobodyGetNothing() async throws {
        try await Guarded.serve { server in
            let sockets = try await withThrowingTaskGroup(of: SocketClient.self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        try await SocketClient(port: server.port, cookie: "oriel=\(Int.random(in: 0...9))")
                    }
                }
                var all: [SocketClient] = []
                for try await socket in group { all.append(socket) }
                return all
            }
            try await server.database.run("INSERT INTO note VALUES (3, 'x')")
            for socket in sockets {
                #expect(try await socket.next()["kind"] == "nobody")
                try await socket.send(["type": "ping"])
                #expect(try await socket.next() == ["type": "pong"])
                try await socket.send(["type": "window", "scene": 1, "start": 0])
                #expect(try await socket.next()["code"] == "sign-in")
                #expect(try await socket.next() == ["type": "closed"])
            }
        }
    }
}
