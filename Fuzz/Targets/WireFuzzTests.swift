import JSON
import Testing
import WebSockets
import Wire

/// Bytes that arrive on a socket.
@Suite struct WireFuzzTests {
    /// The events do not depend on the chunks of bytes, and nothing follows the end.
    @Test func frames() async throws {
        try await Fuzzer(name: "frames").run { input in
            guard let first = input.first else { return }
            let wire = Array(input.dropFirst())
            let whole = Self.actions(wire, cut: wire.count)
            try Finding.unless(
                Self.actions(wire, cut: Int(first) + 1) == whole, "reads of \(Int(first) + 1) bytes differ")
            try Finding.unless(Self.actions(wire, cut: 1) == whole, "reads of one byte differ")
        }
    }

    private static func actions(_ wire: [UInt8], cut: Int) -> [String] {
        var connection = WebSocketConnection(
            role: .server, limits: MessageLimits(maxMessageBytes: 4_000, maxFragments: 50))
        var actions: [String] = []
        for start in stride(from: 0, to: wire.count, by: max(1, cut)) {
            var piece = Array(wire[start..<min(wire.count, start + max(1, cut))])
            piece.withUnsafeMutableBytes { bytes in
                connection.receive(bytes) { action in
                    switch action {
                    case .text(let payload): actions.append("text \(payload.array)")
                    case .binary(let payload): actions.append("binary \(payload.array)")
                    case .pong(let payload): actions.append("pong \(payload.array)")
                    case .send(let frame): actions.append("send \(frame)")
                    case .end(let ending, let frame): actions.append("end \(ending) \(frame)")
                    }
                }
            }
        }
        return actions
    }

    @Test func messages() async throws {
        try await Fuzzer(name: "messages").run { input in
            let options = JSON.ParsingOptions(depthLimit: 64, rejectsDuplicates: true)
            do {
                _ = try input.withUnsafeBytes { try ClientMessage($0, options: options) }
            } catch let error as MessageError {
                let answer = FrameWriter.frame(.text, ServerMessage.error(error))
                try Finding.unless(answer.count < 100_000, "an error of \(answer.count) bytes")
            }
        }
    }
}
