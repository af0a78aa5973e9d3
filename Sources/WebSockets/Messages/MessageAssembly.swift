import Compression

/// The assembly of the current data message: empty between messages, the first bytes of an incomplete one otherwise.
struct MessageAssembly {
    /// The kind of the incomplete message.
    private enum Kind: UInt8 {
        case none, text, binary
    }

    /// The bytes of earlier pieces; empty, and without memory, between messages.
    private var bytes: [UInt8] = []
    /// The number of bytes held.
    var keptCount: Int { bytes.count }
    private var fragments: UInt32 = 0
    private var kind = Kind.none
    /// Whether the message is compressed.
    private(set) var isCompressed = false
    private var validator = UTF8Validator()

    /// Checks the header of a data frame before a byte is stored: its place in the sequence (RFC 6455, section 5.4) and
    /// the limits.
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

    /// Appends the next piece of payload, unmasked, and returns the message if the piece is the last. A message in one
    /// piece is not copied. Complexity: O(piece) on average over a message.
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

    /// Appends the next piece of a compressed message's payload. Returns the message, decompressed to at most `limit`
    /// bytes, if the piece is the last. Pieces stay compressed until then, so that an inflater works on one message at
    /// a time.
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

    /// Returns the whole message and frees the memory.
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
