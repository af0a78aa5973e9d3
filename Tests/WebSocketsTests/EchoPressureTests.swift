import TestSupport
import Testing

@testable import WebSockets

/// The echo of `oriel-conformance serve` keeps little for a client that does not read.
@Suite(.timeLimit(.minutes(2))) struct EchoPressureTests {
    private static let size = 64 * 1024

    @Test func aClientThatDoesNotReadIsNotReadFrom() async throws {
        let program = try Program(["serve", "--port", "0"], named: "oriel-conformance")
        let port = try await program.port() ?? 0
        let (sent, echoed) = try await blocking {
            let connection = try Connection(port: port)
            let head = [
                "GET /echo HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: Upgrade", "Upgrade: websocket",
                "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            ]
            try connection.send(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8))
            _ = try connection.receive(through: "\r\n\r\n")
            let frame = FrameWriter.frame(.binary, [UInt8](repeating: 7, count: Self.size), mask: .random())
            var sent = 0
            while sent < 3_000, connection.sendSome(frame, patience: 2_000) == frame.count { sent += 1 }
            // A client that reads again gets everything.
            let (echo, before) = (
                FrameWriter.frame(.binary, [UInt8](repeating: 7, count: Self.size)), connection.receivedCount
            )
            while connection.receivedCount - before < sent * echo.count {
                guard try !connection.receive().isEmpty else { break }
            }
            return (sent, (connection.receivedCount - before) / echo.count)
        }
        #expect(sent < 1_000, "\(sent * Self.size) bytes were taken")
        #expect(echoed == sent)
        try await program.stop()
    }
}
