import Compression

/// Parses the bytes of a connection into messages and control frames (RFC 6455, section 5), without I/O.
///
///     var rest = readBuffer
///     while let event = parser.next(&rest) { handle(event) }
///
/// A message that is complete in the read buffer is unmasked there and not copied. Between messages a parser uses no
/// memory besides its own value. It is not isolated: the owner of the connection must guard it. Its steps are inlined,
/// because calls between them would take a quarter of the time of a small message.
package struct FrameParser {
    /// The part of a frame that the next byte belongs to.
    private enum Stage: UInt8 {
        case header, payload, stopped
    }

    /// The limits of messages. They also apply to the rest of an incomplete message.
    var limits: MessageLimits
    /// The inflater for compressed messages, if they are agreed on.
    private let inflater: Inflater?
    /// The start of an incomplete header or control frame; empty otherwise.
    private var pending: [UInt8] = []
    private var message = MessageAssembly()
    /// The number of payload bytes that are missing of the current data frame.
    private var missing = 0
    private var mask = MaskKey.identity
    private var isFinal = false
    private var stage = Stage.header
    /// The receiving end.
    let role: EndpointRole

    /// Makes a parser for the receiving end `role`. Compressed messages need an `inflater`, which all parsers of a
    /// thread may share.
    package init(role: EndpointRole, limits: MessageLimits = MessageLimits(), inflater: Inflater? = nil) {
        self.role = role
        self.limits = limits
        self.inflater = inflater
    }

    /// Returns the next event in `input`, and removes the bytes it used. Returns nil if more bytes are needed, and
    /// after `close` and `failure`.
    ///
    /// The bytes in `input` are changed in place. An event's payload may be part of them.
    /// - Complexity: O(n) in the bytes used; over a fragmented message, linear in its size.
    package mutating func next(_ input: inout UnsafeMutableRawBufferPointer) -> FrameEvent? {
        do throws(ProtocolViolation) {
            while stage != .stopped, !input.isEmpty || stage == .payload && missing == 0 {
                if let event = try stage == .header ? readHeader(&input) : readPayload(&input) { return event }
            }
            return nil
        } catch {
            stop()
            return .failure(error)
        }
    }

    /// The number of bytes held of incomplete frames and messages.
    package var keptCount: Int { message.keptCount + pending.count }

    /// Stops parsing and frees the memory.
    private mutating func stop() {
        stage = .stopped
        pending = []
        message = MessageAssembly()
    }
}

// MARK: - Data frames

extension FrameParser {
    /// Reads the available part of a data frame's payload.
    @inline(__always)
    private mutating func readPayload(_ input: inout ReadBuffer) throws(ProtocolViolation) -> FrameEvent? {
        let taken = input.takeFirst(min(missing, input.count))
        mask.apply(to: taken)
        missing -= taken.count
        if missing == 0 { stage = .header }
        let piece = UnsafeRawBufferPointer(taken)
        if message.isCompressed {
            return try message.append(
                compressed: piece, isLast: isFinal && missing == 0, to: inflater, limit: limits.maxMessageBytes)
        }
        return try message.append(piece, isLast: isFinal && missing == 0)
    }

    @inline(__always)
    private mutating func beginPayload(_ header: FrameHeader) throws(ProtocolViolation) {
        try message.begin(header, within: limits)
        missing = header.payloadCount
        mask = header.mask ?? .identity
        isFinal = header.isFinal
        stage = .payload
    }
}

// MARK: - Headers and control frames

extension FrameParser {
    /// Reads a header, with the payload of a control frame. Keeps an incomplete one for the next call.
    @inline(__always)
    private mutating func readHeader(_ input: inout ReadBuffer) throws(ProtocolViolation) -> FrameEvent? {
        guard pending.isEmpty else { return try resumeHeader(&input) }
        switch FrameHeader.decode(UnsafeRawBufferPointer(input), role: role, compression: inflater != nil) {
        case .violation(let violation): throw violation
        case .header(let header) where !header.opcode.isControl:
            _ = input.takeFirst(header.encodedCount)
            try beginPayload(header)
            return nil
        case .header(let header) where input.count >= header.encodedCount + header.payloadCount:
            _ = input.takeFirst(header.encodedCount)
            let payload = input.takeFirst(header.payloadCount)
            unmask(payload, header)
            return try control(header.opcode, FramePayload(borrowed: UnsafeRawBufferPointer(payload)))
        case .needs, .header:
            pending.append(contentsOf: input.takeFirst(input.count))
            return nil
        }
    }

    /// Continues a header that began in an earlier read.
    private mutating func resumeHeader(_ input: inout ReadBuffer) throws(ProtocolViolation) -> FrameEvent? {
        while true {
            let decoding = pending.withUnsafeBytes {
                FrameHeader.decode($0, role: role, compression: inflater != nil)
            }
            switch decoding {
            case .violation(let violation): throw violation
            case .needs(let count):
                guard fillPending(to: count, from: &input) else { return nil }
            case .header(let header) where !header.opcode.isControl:
                pending = []
                try beginPayload(header)
                return nil
            case .header(let header):
                guard fillPending(to: header.encodedCount + header.payloadCount, from: &input) else { return nil }
                var payload = Array(pending[header.encodedCount...])
                pending = []
                payload.withUnsafeMutableBytes { unmask($0, header) }
                return try control(header.opcode, FramePayload(owned: payload))
            }
        }
    }

    /// Keeps up to `count` bytes, and returns whether they are complete.
    private mutating func fillPending(to count: Int, from input: inout ReadBuffer) -> Bool {
        pending.append(contentsOf: input.takeFirst(min(count - pending.count, input.count)))
        return pending.count == count
    }

    private func unmask(_ payload: UnsafeMutableRawBufferPointer, _ header: FrameHeader) {
        guard var mask = header.mask else { return }
        mask.apply(to: payload)
    }

    private mutating func control(_ opcode: FrameOpcode, _ payload: FramePayload) throws(ProtocolViolation)
        -> FrameEvent
    {
        switch opcode {
        case .ping: return .ping(payload)
        case .pong: return .pong(payload)
        default:
            let status = try CloseStatus(payload)
            stop()
            return .close(status.code, reason: status.reason)
        }
    }
}
