import Compression

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
    /// Whether the message travels compressed.
    private(set) var isCompressed = false
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
            isCompressed = header.isCompressed
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
        return end(finish(with: piece))
    }

    /// Takes the next piece of a compressed message's payload; the message, expanded to at most `limit` bytes, when the
    /// piece ends it. Until then it is kept as it travels, so that an inflater is busy with one message at a time.
    mutating func append(
        compressed piece: UnsafeRawBufferPointer, isLast: Bool, to inflater: Inflater?, limit: Int
    ) throws(ProtocolViolation) -> FrameEvent? {
        guard isLast else {
            bytes.append(contentsOf: piece)
            return nil
        }
        guard let inflater else { throw .reservedBits }
        let message = try finish(with: piece).expanded(by: inflater, limit: limit)
        if kind == .text {
            guard message.withUnsafeBytes({ validator.accept($0) }), validator.isComplete else { throw .invalidUTF8 }
        }
        return end(FramePayload(owned: message))
    }

    private mutating func end(_ payload: FramePayload) -> FrameEvent {
        let event: FrameEvent = kind == .text ? .text(payload) : .binary(payload)
        kind = .none
        isCompressed = false
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

extension FramePayload {
    fileprivate func expanded(by inflater: Inflater, limit: Int) throws(ProtocolViolation) -> [UInt8] {
        let result = withBytes { bytes in
            Result { () throws(Inflater.Failure) in try inflater.message(bytes, limit: limit) }
        }
        switch result {
        case .success(let message): return message
        case .failure(.tooBig): throw .messageTooBig
        case .failure(.damaged): throw .damagedCompression
        }
    }
}
