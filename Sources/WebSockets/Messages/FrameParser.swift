import Compression

/// Turns the bytes of a connection into messages and control frames (RFC 6455, section 5), without I/O.
///
///     var rest = readBuffer
///     while let event = parser.next(&rest) { handle(event) }
///
/// A message that lies whole in the read buffer is unmasked there and lent, not copied. At rest a parser owns no
/// memory but itself. It is a value without isolation: whoever owns the connection owns it.
/// Its steps are inlined: calls between them would be a fourth of what a small message costs.
package struct FrameParser {
    /// What the next byte belongs to.
    private enum Stage: UInt8 {
        case header, payload, stopped
    }

    /// What a message may be; of one that is on its way what is to come has to keep to it.
    var limits: MessageLimits
    /// Expands compressed messages, where they are agreed on.
    private let inflater: Inflater?
    /// The start of a header or of a control frame whose rest has not come; empty otherwise.
    private var pending: [UInt8] = []
    private var message = MessageAssembly()
    /// The payload bytes that the data frame being received still lacks.
    private var missing = 0
    private var mask = MaskKey.identity
    private var isFinal = false
    private var stage = Stage.header
    /// The end that receives.
    let role: EndpointRole

    /// A parser for what the end `role` receives; compressed messages only with an `inflater`, which may be shared by
    /// all parsers of a thread.
    package init(role: EndpointRole, limits: MessageLimits = MessageLimits(), inflater: Inflater? = nil) {
        self.role = role
        self.limits = limits
        self.inflater = inflater
    }

    /// The next event in `input`, from which the bytes used are taken off; nil when more bytes are needed, or after
    /// `close` and `failure`.
    ///
    /// The bytes in `input` are changed in place. An event's payload may lie in them.
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

    /// The bytes that are kept of what has not come whole.
    package var keptCount: Int { message.keptCount + pending.count }

    /// Nothing that follows matters: the memory goes.
    private mutating func stop() {
        stage = .stopped
        pending = []
        message = MessageAssembly()
    }
}

// MARK: - Data frames

extension FrameParser {
    /// Takes what has come of a data frame's payload.
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
    /// Takes a header, and the payload of a control frame with it; puts aside what is incomplete.
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

    /// The same for a header that began in an earlier read.
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

    /// Whether `count` bytes are now put aside; never takes more.
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
