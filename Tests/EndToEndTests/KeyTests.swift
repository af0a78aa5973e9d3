import Access
import JSON
import Serving
import TestSupport
import Testing
import WebSockets

/// Programs sign in with keys.
@Suite(.timeLimit(.minutes(5))) struct KeyTests {
    @Test func aKeyIsSentInTheHeaderOnly() async throws {
        try await Guarded.serve { server in
            let key = try await server.key()
            let header = ["Authorization": "bearer \(key)"]
            #expect(key.hasPrefix("oriel_"))
            #expect(try await server.http.get("/note", header).status == 200)
            #expect(try await server.http.post("/note:insert", ["text": "x"], header).status == 200)
            // Case 46: in an address or a subprotocol it is not read.
            #expect(try await server.http.get("/note?token=\(key)&access_token=\(key)").status == 401)
            #expect(try await server.http.get("/note", ["Cookie": "oriel=\(key)"]).status == 401)
            let socket = try await SocketClient(port: server.port, headers: ["Sec-WebSocket-Protocol": key])
            #expect(try await socket.open("/note")["code"] == "sign-in")
            let stored = try await server.database.run("ATTACH '\(await server.accessPath)' AS a; SELECT * FROM a.Key")
            #expect(!stored.contains(key.suffix(64)))
        }
    }

    @Test func anotherTextIsNoKey() async throws {
        try await Guarded.serve { server in
            let key = try await server.key()
            let last = key.hasSuffix("0") ? "1" : "0"
            for text in [
                "", "x", "oriel__", String(key.dropLast()), key.dropLast() + last, key + "0", key.uppercased(),
                "oriel_" + String(repeating: "0", count: 16) + key.dropFirst(22), "oriel_%_\(key.suffix(64))",
            ] {
                let answer = try await server.http.get("/note", ["Authorization": "Bearer \(text)"])
                #expect(answer.status == 401, "\(text)")
                #expect(!answer.text.contains("two"))
            }
            let cookies = try await server.cookies()
            let both = ["Authorization": "Bearer \(key.dropLast())\(last)", "Cookie": cookies]
            #expect(try await server.http.get("/note", both).status == 401)
            let basic = ["Authorization": "Basic YTpi", "Cookie": cookies]  // a proxy's
            #expect(try await server.http.get("/note", basic).status == 200)
        }
    }

    @Test func aKeyHasItsMakersRolesAtMostAndEndsWithThem() async throws {
        try await Guarded.serve { server in
            let header = ["Authorization": "Bearer \(try await server.key(["reader", "admin"], person: "ada"))"]
            let who = try await server.http.get("/-/sign-in", header.merging(["Accept": "application/json"]) { $1 })
            #expect(try who.json["principal"]?["roles"] == ["reader"])
            #expect(try who.json["principal"]?["kind"] == "person")
            #expect(try who.json["principal"]?["name"] == "ada")
            // Case 46: a key signs nobody out, and may not see what admins see.
            #expect(try await server.http.post("/-/sign-out", [:], header).status == 403)
            #expect(try await server.http.get("/-/inspect", header).status == 403)
            try await server.access?.setActive(false, of: "ada")
            #expect(try await server.http.get("/note", header).status == 401)
        }
    }

    @Test func aKeyIsOfItsNetworksAlone() async throws {
        try await Guarded.serve("", { $0.addressHeader = "X-Real-IP" }) { server in
            let key = try await server.key(networks: ["10.0.0.0/8", "2001:db8::/32"])
            for (address, status) in [("10.1.2.3", 200), ("11.1.2.3", 401), ("2001:db8::7", 200), ("::1", 401)] {
                let answer = try await server.http.get(
                    "/note", ["Authorization": "Bearer \(key)", "X-Real-IP": address])
                #expect(answer.status == status, "\(address)")
            }
        }
    }

    @Test func aSocketSignsInWithItsFirstMessage() async throws {
        try await Guarded.serve { server in
            let key = try await server.key()
            let socket = try await SocketClient(port: server.port)
            #expect(try await socket.next()["kind"] == "nobody")
            try await socket.send(["type": "ping"])
            #expect(try await socket.next() == ["type": "pong"])
            try await socket.send(["type": "sign-in", "ref": 1, "token": .string(key)])
            #expect(try await socket.next() == ["type": "signed-in", "ref": 1])
            #expect(try await socket.next()["kind"] == "program")
            #expect(try await socket.open("/note")["type"] == "snapshot")
            try await socket.send(["type": "sign-in", "ref": 2, "token": .string(key)])
            #expect(try await socket.next()["code"] == "signed-in")
            let id = key.split(separator: "_")[1]
            #expect(try await server.access?.revokeKey(String(id)) == true)
            _ = try await socket.next { $0["type"] == "closed" }
            #expect(socket.closeCode == 4401 && socket.closeReason == "revoked")
        }
    }

    @Test func messagesAfterTheKeyWaitUntilItHasBeenChecked() async throws {
        try await Guarded.serve { server in
            let key = try await server.key()
            let socket = try await SocketClient(port: server.port)
            #expect(try await socket.next()["kind"] == "nobody")
            var messages: [JSON] = [["type": "sign-in", "ref": 1, "token": .string(key)]]
            for ref in 2...40 { messages.append(["type": "open", "ref": .int(Int64(ref)), "route": "/note"]) }
            try await socket.send(frame: messages.flatMap { FrameWriter.frame(.text, $0.bytes, mask: .random()) })
            #expect(try await socket.next() == ["type": "signed-in", "ref": 1])
            #expect(try await socket.next()["kind"] == "program")
            for ref in 2...40 { #expect(try await socket.next()["ref"] == .int(Int64(ref))) }
        }
    }

    @Test func aSocketOfNobodyIsClosed() async throws {
        try await Guarded.serve { server in
            for message in [
                ["type": "open", "route": "/note"], ["type": "sign-in", "token": "oriel_0_0"],
                ["type": "command", "scene": 1, "command": "insert"],
            ] as [JSON] {
                let socket = try await SocketClient(port: server.port)
                #expect(try await socket.next()["kind"] == "nobody")
                try await socket.send(message)
                let answer = try await socket.next()
                #expect(answer["code"] == "sign-in" || answer["error"]?["code"] == "sign-in", "\(answer)")
                _ = try await socket.next { $0["type"] == "closed" }
                #expect(socket.closeCode == 4401)
            }
        }
    }
}
