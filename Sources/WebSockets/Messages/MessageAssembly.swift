/// The data message being received: nothing at rest, its first bytes while later ones are on their way.
struct MessageAssembly {
    /// What kind of message is unfinished.
    private enum Kind: UInt8 {
        case none, text, binary
    }

    /// The bytes received in earlier pieces; empty, and without memory, between messages.
    private var bytes: [UInt8] = []
    /// The bytes that are kept.
    var keptCount: Int { bytes.count }
    private var fragments: UInt32 = 0
    private var kind = Kind.none
    private var validator = UTF8Validator()

    /// Takes the header of a data frame: its place in the sequence (RFC 6455, section 5.4) and the limits, before a
    /// byte is stored.
    @inline(__always)
    mutating func begin(_ header: FrameHeader, within limits: MessageLimits) throws(ProtocolViolation) {
        if header.opcode == .continuation {
            guard kind != .none else { throw .unexpectedContinuation }
        } else {
            guard kind == .none else { throw .expectedContinuation }
            kind = header.opcode == .text ? .text : .binary
        }
        guard fragments < UInt32(clamping: limits.maxFragments) else { throw .tooManyFragments }
        fragments += 1
        guard header.payloadCount <= limits.maxMessageBytes - bytes.count else { throw .messageTooBig }
    }

    /// Takes the next piece of payload, unmasked, which ends the message or not; the message, when it does. A
    /// message that came in one piece is not copied. Complexity: O(piece) on average over a message.
    @inline(__always)
    mutating func append(
        _ piece: UnsafeRawBufferPointer, isLast: Bool
    ) throws(ProtocolViolation) -> FrameEvent? {
        if kind == .text {
            guard validator.accept(piece), !isLast || validator.isComplete else { throw .invalidUTF8 }
        }
        guard isLast else {
            bytes.append(contentsOf: piece)
            return nil
        }
        let payload = finish(with: piece)
        let event: FrameEvent = kind == .text ? .text(payload) : .binary(payload)
        kind = .none
        fragments = 0
        return event
    }

    /// The whole message; the memory goes with it.
    private mutating func finish(with piece: UnsafeRawBufferPointer) -> FramePayload {
        if bytes.isEmpty { return FramePayload(borrowed: piece) }
        bytes.append(contentsOf: piece)
        defer { bytes = [] }
        return FramePayload(owned: bytes)
    }
}
