import Compression
import Foundation
import JSON
import Serving
import TestSupport
import Testing
import WebSockets

/// Sockets with permessage-deflate beside others (RFC 7692).
@Suite(.timeLimit(.minutes(5))) struct CompressedSocketTests {
    private static let offers = [
        nil, "permessage-deflate", "permessage-deflate; client_max_window_bits",
        "permessage-deflate; server_max_window_bits=12; client_max_window_bits=12",
        "permessage-deflate; server_max_window_bits=9", "permessage-deflate; server_max_window_bits=8",
    ]

    @Test func everyTransportShowsTheSameDocument() async throws {
        try await withServer(Shop.sql) { server in
            var viewers: [(socket: SocketClient, scene: Int64)] = []
            for offer in Self.offers {
                let socket = try await SocketClient(port: server.port, offering: offer)
                let snapshot = try await socket.open("/item?sort=name", window: ["start": 0, "count": 60])
                #expect(snapshot["type"] == "snapshot")
                viewers.append((socket, try #require(snapshot["scene"]?.intValue)))
            }
            for kind in 1...5 {  // long patches and short ones
                try await server.database.run("UPDATE item SET name = name || ' \(kind)' WHERE kind < \(kind)")
                try await server.database.run("UPDATE item SET note = 'just this' WHERE id = \(kind)")
                for (socket, scene) in viewers { try await socket.settle(scene, server.http) }
            }
            let counts = viewers.map(\.socket.receivedCount)  // with the head of the answer, and a number by chance
            #expect(abs(counts[5] - counts[0]) < 20, "a window of 8 bits is declined: \(counts)")
            #expect(abs(counts[1] - counts[2]) < 20 && abs(counts[1] - counts[3]) < 50, "\(counts)")
            #expect(counts[1] * 3 < counts[0] && counts[4] < counts[0], "\(counts)")
        }
    }

    @Test func aReturningClientReceivesAShortPatch() async throws {
        try await withServer(Shop.sql) { server in
            for offer in ["permessage-deflate", "permessage-deflate; server_max_window_bits=10"] {
                let first = try await SocketClient(port: server.port, offering: offer)
                let scene = try #require(try await first.open("/item")["scene"]?.intValue)
                let held = try #require(first.replicas[scene])
                try await server.database.run("UPDATE item SET name = name || ' again' WHERE id < 40")
                try await first.settle(scene, server.http)
                for _ in 0..<2 {
                    let second = try await SocketClient(port: server.port, offering: offer)
                    #expect(try await second.open("/item", since: held)["type"] == "patch")
                    #expect(second.replicas[scene]?.document == first.replicas[scene]?.document)
                    #expect(second.receivedCount < 1_500, "\(second.receivedCount)")
                    #expect(try await second.open("/item", since: first.replicas[scene])["type"] == "current")
                }
            }
        }
    }

    @Test func aClientMayCompressMessages() async throws {
        try await withServer(Shop.sql, { $0.messageLimit = 10_000 }) { server in
            let socket = try await SocketClient(port: server.port, offering: "permessage-deflate")
            let (deflater, ping) = (Deflater(windowBits: 15), Array(#"{"type":"ping"}"#.utf8))
            let blanks = [UInt8](repeating: UInt8(ascii: " "), count: 10_000 - ping.count)
            for text in [ping, blanks + ping] {
                try await socket.send(compressed: deflater.fragment(of: text))
                #expect(try await socket.next() == ["type": "pong"])
                try await socket.send(text)
                #expect(try await socket.next() == ["type": "pong"])
            }
            for (message, code) in [
                (deflater.fragment(of: [0x20] + blanks + ping), 1009), (Fragment(stored: [0x22, 0xFF, 0x22]), 1007),
                (deflater.fragment(of: [UInt8](repeating: 0x20, count: 8_000_000)), 1009),
            ] {
                let other = try await SocketClient(port: server.port, offering: "permessage-deflate")
                try await other.send(compressed: message)
                #expect(try await other.next() == ["type": "closed"])
                #expect(other.closeCode == UInt16(code))
            }
            try await socket.send(["type": "ping"])
            #expect(try await socket.next() == ["type": "pong"])
        }
    }

    @Test func aDamagedMessageClosesTheSocket() async throws {
        try await withServer(Shop.sql) { server in
            var frame = FrameWriter.frame(.text, [0x07, 0x00], mask: .random())
            frame[0] |= 0x40
            for (offer, code) in [("permessage-deflate", 1007), (nil, 1002)] as [(String?, UInt16)] {
                let socket = try await SocketClient(port: server.port, offering: offer)
                try await socket.send(frame: frame)
                #expect(try await socket.next() == ["type": "closed"])
                #expect(socket.closeCode == code)
            }
        }
    }

    @Test func compressionCanBeSwitchedOff() async throws {
        try await withServer(Shop.sql, { $0.compression = false }) { server in
            let socket = try await SocketClient(port: server.port, offering: "permessage-deflate")
            #expect(socket.extensions == nil)
            #expect(try await socket.open("/item")["type"] == "snapshot")
            let answer = try await server.http.get("/item", ["Accept-Encoding": "gzip"])
            #expect(answer.headers["content-encoding"] == nil)
        }
    }

    @Test func aHandshakeWithoutAListOfExtensionsIsRefused() async throws {
        try await withServer(Shop.sql) { server in
            await #expect(throws: ClientError.self) {
                try await SocketClient(port: server.port, offering: "permessage-deflate; =")
            }
        }
    }
}
