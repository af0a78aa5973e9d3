import Compression
import Glibc

@testable import WebSockets

/// An event with its bytes copied out of the buffers, so that it can be compared.
enum Seen: Equatable {
    case text([UInt8])
    case binary([UInt8])
    case ping([UInt8])
    case pong([UInt8])
    case close(CloseCode?, String)
    case failure(ProtocolViolation)

    init(_ event: FrameEvent) {
        switch event {
        case .text(let payload): self = .text(payload.array)
        case .binary(let payload): self = .binary(payload.array)
        case .ping(let payload): self = .ping(payload.array)
        case .pong(let payload): self = .pong(payload.array)
        case .close(let code, let reason): self = .close(code, reason)
        case .failure(let violation): self = .failure(violation)
        }
    }

    static func text(_ text: String) -> Seen { .text(Array(text.utf8)) }
}

/// An action with its bytes copied out of the buffers.
enum Done: Equatable {
    case text([UInt8])
    case binary([UInt8])
    case pong([UInt8])
    case send([UInt8])
    case end(WebSocketConnection.Ending, [UInt8])

    init(_ action: WebSocketConnection.Action) {
        switch action {
        case .text(let payload): self = .text(payload.array)
        case .binary(let payload): self = .binary(payload.array)
        case .pong(let payload): self = .pong(payload.array)
        case .send(let bytes): self = .send(bytes)
        case .end(let ending, let bytes): self = .end(ending, bytes)
        }
    }

    static func text(_ text: String) -> Done { .text(Array(text.utf8)) }
}

/// Lends a copy of `bytes` that is overwritten and freed afterwards, which reveals kept pointers.
func lend<Result>(_ bytes: some Collection<UInt8>, _ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer {
        buffer.initializeMemory(as: UInt8.self, repeating: 0xFF)
        buffer.deallocate()
    }
    buffer.copyBytes(from: bytes)
    return body(buffer)
}

extension FrameParser {
    /// The events that `bytes` complete in one read.
    mutating func feed(_ bytes: some Collection<UInt8>) -> [Seen] {
        lend(bytes) { buffer in
            var rest = buffer
            var seen: [Seen] = []
            while let event = next(&rest) { seen.append(Seen(event)) }
            return seen
        }
    }
}

extension WebSocketConnection {
    /// The actions that `bytes` cause in one read.
    mutating func feed(_ bytes: some Collection<UInt8>) -> [Done] {
        var done: [Done] = []
        lend(bytes) { receive($0) { done.append(Done($0)) } }
        return done
    }
}

/// The result of parsing `wire`, in one read or in reads of `size` bytes.
func parse(
    _ wire: [UInt8], reads size: Int? = nil, role: EndpointRole = .server, limits: MessageLimits = MessageLimits(),
    inflater: Inflater? = nil
) -> [Seen] {
    var parser = FrameParser(role: role, limits: limits, inflater: inflater)
    let step = size ?? max(wire.count, 1)
    return stride(from: 0, to: wire.count, by: step).flatMap { parser.feed(wire[$0..<min($0 + step, wire.count)]) }
}

/// The key of the RFC's examples.
let exampleMask = MaskKey(0x37, 0xFA, 0x21, 0x3D)

/// A frame as a client sends it.
func client(_ opcode: FrameOpcode, _ payload: [UInt8] = [], isFinal: Bool = true) -> [UInt8] {
    FrameWriter.frame(opcode, payload, isFinal: isFinal, mask: exampleMask)
}

func client(_ opcode: FrameOpcode, _ text: String, isFinal: Bool = true) -> [UInt8] {
    client(opcode, Array(text.utf8), isFinal: isFinal)
}

/// A close frame of a client, with any code.
func clientClose(_ number: UInt16, reason: [UInt8] = []) -> [UInt8] {
    client(.close, [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)] + reason)
}
