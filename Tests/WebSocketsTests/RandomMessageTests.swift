import TestSupport
import Testing

@testable import WebSockets

/// Random messages, fragmented, interleaved with control frames and chunked at random, are received unchanged.
@Suite(.timeLimit(.minutes(5))) struct RandomMessageTests {
    @Test(arguments: [EndpointRole.server, .client])
    func parsesWrittenFrames(role: EndpointRole) {
        var generator = SeededGenerator.announced("parsesWrittenFrames(\(role))")
        for round in 0..<40 {
            var sender = Sender(masks: role == .server, sizes: [0, 1, 10, 130, 3_000, 70_000])
            for _ in 0..<Int.random(in: 1...12, using: &generator) { sender.message(&generator) }
            #expect(receive(sender.wire, role: role, &generator) == sender.sent, "round \(round)")
        }
    }

    /// With any bytes, a parser neither traps nor continues after a failure, and chunks do not change its result.
    @Test func parsesNoiseTheSameForAnyChunking() {
        var generator = SeededGenerator.announced("parsesNoiseTheSameForAnyChunking")
        for round in 0..<400 {
            var sender = Sender(masks: true, sizes: [0, 1, 10, 130, 400])
            for _ in 0..<3 { sender.message(&generator) }
            var wire = sender.wire
            for _ in 0..<Int.random(in: 1...4, using: &generator) where !wire.isEmpty {
                let index = Int.random(in: 0..<min(wire.count, 200), using: &generator)
                wire[index] ^= UInt8.random(in: 1...255, using: &generator)
            }
            let whole = parse(wire)
            #expect(receive(wire, role: .server, &generator) == whole, "round \(round)")
            #expect(!whole.dropLast().contains { if case .failure = $0 { true } else { false } })
        }
    }

    private func receive(_ wire: [UInt8], role: EndpointRole, _ generator: inout SeededGenerator) -> [Seen] {
        var parser = FrameParser(role: role)
        var seen: [Seen] = []
        let longest = [1, 3, 20, 300, 5_000].randomElement(using: &generator) ?? 1
        var rest = wire[...]
        while !rest.isEmpty {
            let count = min(Int.random(in: 0...longest, using: &generator), rest.count)
            seen += parser.feed(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return seen
    }
}

/// Writes random messages and records what a receiver must see.
private struct Sender {
    let masks: Bool
    /// The maximum length of messages.
    let sizes: [Int]
    private(set) var wire: [UInt8] = []
    private(set) var sent: [Seen] = []

    init(masks: Bool, sizes: [Int]) {
        (self.masks, self.sizes) = (masks, sizes)
    }

    /// A message in random fragments, with control frames before and between them.
    mutating func message(_ generator: inout SeededGenerator) {
        let size = sizes.randomElement(using: &generator) ?? 0
        let isText = Bool.random(using: &generator)
        let payload = isText ? Self.text(size, &generator) : Self.noise(size, &generator)
        var rest = payload[...]
        var opcode = isText ? FrameOpcode.text : .binary
        var isFinal = false
        while !isFinal {
            control(&generator)
            isFinal = Int.random(in: 0..<3, using: &generator) == 0
            let count = isFinal ? rest.count : Int.random(in: 0...rest.count, using: &generator)
            frame(opcode, Array(rest.prefix(count)), isFinal: isFinal, &generator)
            rest = rest.dropFirst(count)
            opcode = .continuation
        }
        sent.append(isText ? .text(payload) : .binary(payload))
    }

    /// A ping, a pong, or nothing.
    private mutating func control(_ generator: inout SeededGenerator) {
        let payload = Self.noise(Int.random(in: 0...125, using: &generator), &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0:
            frame(.ping, payload, isFinal: true, &generator)
            sent.append(.ping(payload))
        case 1:
            frame(.pong, payload, isFinal: true, &generator)
            sent.append(.pong(payload))
        default: break
        }
    }

    private mutating func frame(
        _ opcode: FrameOpcode, _ payload: [UInt8], isFinal: Bool, _ generator: inout SeededGenerator
    ) {
        let key = Self.noise(4, &generator)
        let mask = masks ? MaskKey(key[0], key[1], key[2], key[3]) : nil
        wire += FrameWriter.frame(opcode, payload, isFinal: isFinal, mask: mask)
    }

    private static func noise(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 8)
        while bytes.count < count {
            withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0) }
        }
        return Array(bytes.prefix(count))
    }

    /// About `count` bytes of scalars of every width.
    private static func text(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        var scalars = String.UnicodeScalarView()
        let tops: [UInt32] = [0x7F, 0x7F, 0x7FF, 0xFFFF, 0x10FFFF]
        for _ in 0..<count / 2 {
            let top = tops.randomElement(using: &generator) ?? 0x7F
            if let scalar = Unicode.Scalar(UInt32.random(in: 0...top, using: &generator)) { scalars.append(scalar) }
        }
        return Array(String(scalars).utf8)
    }
}
