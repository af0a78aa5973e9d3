extension FrameHeader {
    /// The result of decoding the start of a frame.
    enum Decoding: Equatable {
        /// Incomplete: at least this many bytes are needed, counted from the frame's first.
        case needs(Int)
        /// A valid header.
        case header(FrameHeader)
        /// A violation of the protocol.
        case violation(ProtocolViolation)
    }

    /// Decodes the header at the start of `bytes`, as received by the end `role`. `compression` says whether compressed
    /// messages are allowed. A violation in the first two bytes is reported as soon as they are there. Complexity:
    /// O(1).
    @inline(__always)
    static func decode(_ bytes: UnsafeRawBufferPointer, role: EndpointRole, compression: Bool) -> Decoding {
        guard bytes.count >= 2, let start = bytes.baseAddress else { return .needs(2) }
        let (first, second) = (bytes[0], bytes[1])
        guard reservedBitsAreLegal(first, compression: compression) else { return .violation(.reservedBits) }
        guard let opcode = FrameOpcode(rawValue: first & 0x0F) else { return .violation(.reservedOpcode) }
        let (isFinal, isMasked, code) = (first & 0x80 != 0, second & 0x80 != 0, second & 0x7F)
        guard isFinal || !opcode.isControl else { return .violation(.fragmentedControlFrame) }
        guard code <= 125 || !opcode.isControl else { return .violation(.oversizedControlFrame) }
        guard isMasked == (role == .server) else { return .violation(isMasked ? .maskedFrame : .unmaskedFrame) }

        let keyOffset = 2 + extendedCount(of: code)
        let size = keyOffset + (isMasked ? 4 : 0)
        guard bytes.count >= size else { return .needs(size) }
        let length = payloadCount(code, at: start + 2)
        guard length <= Int.max else { return .violation(.invalidLength) }
        let header = FrameHeader(
            opcode: opcode, isFinal: isFinal, isCompressed: first & 0x40 != 0, payloadCount: Int(length),
            mask: isMasked ? MaskKey(at: start + keyOffset) : nil)
        return header.encodedCount == size ? .header(header) : .violation(.nonMinimalLength)
    }

    /// Checks the bits RSV1 to RSV3, which belong to extensions (section 9.1). RSV1 may be set in the first frame of a
    /// message if compression is agreed on (RFC 7692, section 6).
    private static func reservedBitsAreLegal(_ first: UInt8, compression: Bool) -> Bool {
        switch first & 0x70 {
        case 0: true
        case 0x40: compression && [FrameOpcode.text.rawValue, FrameOpcode.binary.rawValue].contains(first & 0x0F)
        default: false
        }
    }

    /// Returns the length of the payload: the code itself, or the big-endian number at `address` if the code says so.
    private static func payloadCount(_ code: UInt8, at address: UnsafeRawPointer) -> UInt64 {
        switch code {
        case 126: UInt64(UInt16(bigEndian: address.loadUnaligned(as: UInt16.self)))
        case 127: UInt64(bigEndian: address.loadUnaligned(as: UInt64.self))
        default: UInt64(code)
        }
    }
}
