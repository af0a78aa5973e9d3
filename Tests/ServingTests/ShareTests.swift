import JSON
import TestSupport
import Testing

@testable import Serving

/// One address cannot take the room of all.
@Suite(.timeLimit(.minutes(5))) struct ShareTests {
    @Test func anAddressAtItsLimitAffectsNoOther() async throws {
        try await withOffice {
            $0.sceneLimit = 6
            $0.scenesPerAddress = 4
            $0.addressHeader = "X-Forwarded-For"
        } _: { server in
            let greedy = ["X-Forwarded-For": "10.0.0.2, 10.0.0.1"]
            let sockets = [
                try await SocketClient(port: server.port, headers: greedy),
                try await SocketClient(port: server.port, headers: ["X-Forwarded-For": "10.0.0.1"]),
            ]
            for number in 1...3 { _ = try await sockets[number % 2].open("/halls/1?made-up=\(number)") }
            let last = try #require(try await sockets[0].open("/halls/1?made-up=4")["scene"])
            let refusal = try await sockets[0].open("/halls/1?made-up=5")
            #expect(refusal["code"] == "too-many-scenes")
            #expect(refusal["message"]?.stringValue?.contains("Close some") == true)
            #expect(try await server.http.get("/halls/7", greedy).status == 503)
            #expect(try await server.http.get("/halls/1?made-up=1", greedy).status == 200)
            let other = try await SocketClient(port: server.port, headers: ["X-Forwarded-For": "10.0.0.2"])
            for path in ["/halls/1", "/halls/2"] { #expect(try await other.open(path)["type"] == "snapshot") }
            try await sockets[0].send(["type": "close", "scene": last])
            #expect(try await sockets[0].open("/halls/1")["type"] == "snapshot")
            #expect(try await sockets[0].open("/halls/1?made-up=5")["type"] == "snapshot")
            #expect(try await sockets[1].open("/halls/1?made-up=6")["code"] == "too-many-scenes")
        }
    }

    @Test func localClientsMayUseTheTotalLimit() async throws {
        try await withOffice {
            $0.scenesPerAddress = 1
        } _: { server in
            let socket = try await SocketClient(port: server.port)
            for number in 1...3 { #expect(try await socket.open("/halls/\(number)")["type"] == "snapshot") }
            #expect(try await server.http.get("/halls/4", ["X-Forwarded-For": "10.0.0.1"]).status == 200)
        }
    }

    @Test func unheldScenesAreNotCounted() async throws {
        try await withOffice {
            $0.sceneLimit = 3
            $0.scenesPerAddress = 1
            $0.addressHeader = "X-Forwarded-For"
        } _: { server in
            let visitor = ["X-Forwarded-For": "10.0.0.1"]
            for number in 1...9 { #expect(try await server.http.get("/halls/\(number)", visitor).status == 200) }
            let socket = try await SocketClient(port: server.port, headers: visitor)
            #expect(try await socket.open("/halls/1")["type"] == "snapshot")
            let refusal = try await server.http.get("/halls/2", visitor)
            #expect(refusal.status == 503)
            #expect(refusal.headers["retry-after"] != nil)
            #expect(try refusal.json["code"] == "too-many-scenes")
        }
    }

    @Test func anIPv6AddressCountsByItsNetwork() {
        #expect(VisitorAddress("10.0.0.1").text == "10.0.0.1")
        #expect(VisitorAddress("::ffff:10.0.0.1").text == "10.0.0.1")
        #expect(VisitorAddress("2001:db8:1:2:3:4:5:6").text == VisitorAddress("2001:db8:1:2::1").text)
        #expect(VisitorAddress("2001:db8:1:2::1").text != VisitorAddress("2001:db8:1:3::1").text)
        #expect(VisitorAddress("unknown").text == "unknown")
    }
}
