import JSON
import Serving
import TestSupport
import Testing

/// The opening and closing of a socket (RFC 6455).
@Suite(.timeLimit(.minutes(5))) struct SocketEndTests {
    @Test(arguments: [("/-/socket", 101, true), ("/-/socket", 101, false), ("/item", 200, true)])
    func onlyAProtocolThatWasOfferedIsChosen(target: String, status: Int, isOffered: Bool) async throws {
        try await withServer(Shop.sql) { server in
            let offered = isOffered ? "chat, oriel.v1" : "chat, oriel.v2"
            let answer = try await server.http.send(
                "GET", target,
                [
                    "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
                    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol": offered,
                ])
            #expect(answer.status == status)
            #expect(answer.headers["sec-websocket-protocol"] == (isOffered && status == 101 ? "oriel.v1" : nil))
        }
    }

    @Test func refusesAnInvalidHandshake() async throws {
        try await withServer(Shop.sql) { server in
            let plain = try await server.http.get("/-/socket")
            #expect(plain.status == 426)
            #expect(plain.headers["connection"]?.contains("Upgrade") == true)
            #expect(plain.headers["upgrade"] == "websocket")
            for (method, status) in [("OPTIONS", 204), ("HEAD", 405), ("POST", 405)] {
                let answer = try await server.http.send(method, "/-/socket", ["Upgrade": "websocket"], body: [])
                #expect(answer.status == status)
                #expect(answer.headers["allow"] == "GET, OPTIONS")
            }
            let upgrade = ["Upgrade": "websocket", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="]
            let old = upgrade.merging(["Sec-WebSocket-Version": "8"]) { $1 }
            let answer = try await server.http.get("/-/socket", old)
            #expect([400, 426].contains(answer.status))
        }
    }

    @Test func eachSideEndsWithTheCodeOfTheOther() async throws {
        try await withServer(Shop.sql) { server in
            for code in [1000, 1001, 4000] as [UInt16] {
                let socket = try await SocketClient(port: server.port)
                _ = try await socket.open("/item")
                #expect(try await socket.close(code) == code)
            }
        }
    }

    @Test func aLargeOrBinaryMessageClosesTheSocketWithItsCode() async throws {
        try await withServer(Shop.sql, { $0.messageLimit = 10_000 }) { server in
            let text = [UInt8](repeating: UInt8(ascii: " "), count: 10_000 - 15) + Array(#"{"type":"ping"}"#.utf8)
            let good = try await SocketClient(port: server.port)
            try await good.send(text)
            #expect(try await good.next() == ["type": "pong"])
            for (bytes, isBinary, code) in [
                (text + [UInt8(ascii: " ")], false, 1009), ([1, 2, 3], true, 1003), ([0x22, 0xFF, 0x22], false, 1007),
            ] as [([UInt8], Bool, UInt16)] {
                let socket = try await SocketClient(port: server.port)
                try await socket.send(bytes, isBinary: isBinary)
                #expect(try await socket.next() == ["type": "closed"])
                #expect(socket.closeCode == code)
            }
            try await good.send(["type": "ping"])
            #expect(try await good.next() == ["type": "pong"])
        }
    }

    @Test func aStoppingServerClosesItsSockets() async throws {
        try await withServer(Shop.sql) { server in
            let socket = try await SocketClient(port: server.port)
            _ = try await socket.open("/item")
            await server.stop()
            _ = try await socket.next { $0["type"] == "closed" }
            #expect(socket.closeCode == 1001)
        }
    }
}
