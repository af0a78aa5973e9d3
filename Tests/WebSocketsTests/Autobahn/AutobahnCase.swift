import Compression
import TestSupport
import Testing
import WebSockets

/// One case of the public Autobahn test suite for echo servers: the client's bytes, and the expected reply.
struct AutobahnCase: Sendable {
    /// The suite's number.
    let id: String
    /// The client's bytes.
    var wire: [UInt8] = []
    /// The number of bytes per write; all by default.
    var chop: Int?
    /// The reply before the end.
    var answers: [Seen] = []
    /// The code of the server's close frame; `nil` for one without.
    var code: UInt16? = 1000
    /// The extension that the client offers, if any.
    var offer: String?
    /// The server's answer to that.
    var agreement: String?

    /// A case that ends well: the client closes when it has sent everything.
    static func good(_ id: String, _ wire: [UInt8], chop: Int? = nil, _ answers: Seen...) -> AutobahnCase {
        AutobahnCase(id: id, wire: wire + clientClose(1000), chop: chop, answers: answers)
    }

    /// A case in which the server has to fail the connection, without waiting for more.
    static func bad(
        _ id: String, _ wire: [UInt8], chop: Int? = nil, code: UInt16 = 1002, _ answers: Seen...
    ) -> AutobahnCase {
        AutobahnCase(id: id, wire: wire, chop: chop, answers: answers, code: code)
    }

    /// Plays it on a connection of its own.
    func play(port: Int) throws {
        let connection = try Connection(port: port)
        let fields = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        let key =
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            + (offer.map { "Sec-WebSocket-Extensions: \($0)\r\n" } ?? "")
        try connection.send(Array("GET /echo HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(fields)\(key)\r\n".utf8))
        let head = String(decoding: try connection.receive(through: "\r\n\r\n"), as: UTF8.self)
        #expect(head.hasPrefix("HTTP/1.1 101 "), "\(id): \(head)")
        if let agreement { #expect(head.contains("Sec-WebSocket-Extensions: \(agreement)\r\n"), "\(id): \(head)") }
        for start in stride(from: 0, to: wire.count, by: chop ?? max(1, wire.count)) {
            try connection.send(Array(wire[start..<min(wire.count, start + (chop ?? wire.count))]))
        }
        var received: [UInt8] = []
        while let more = try? connection.receive(), !more.isEmpty { received += more }
        var seen = parse(
            received, role: .client, limits: MessageLimits(maxMessageBytes: 32 << 20),
            inflater: agreement == nil ? nil : Inflater())
        let last = seen.popLast()
        #expect(seen == answers, "\(id): \(seen.count) answers instead of \(answers.count)")
        guard case .close(let code, _) = last else {
            Issue.record("\(id): no close frame")
            return
        }
        #expect(code?.rawValue == self.code, "\(id)")
    }
}

/// A frame with these reserved bits or this opcode, which no writer produces.
func oddFrame(_ first: UInt8, _ payload: String = "") -> [UInt8] {
    var frame = client(.text, payload)
    frame[0] = first
    return frame
}
