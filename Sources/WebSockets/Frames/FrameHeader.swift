/// The first 2 to 14 bytes of a frame (RFC 6455, section 5.2).
package struct FrameHeader: Equatable, Sendable {
    /// The type of the frame.
    package let opcode: FrameOpcode
    /// Whether the frame is the last of its message.
    package let isFinal: Bool
    /// The number of payload bytes that follow.
    package let payloadCount: Int
    /// The key that masks the payload, if it is masked.
    package let mask: MaskKey?
    /// Whether the frame begins a compressed message: the bit RSV1 (RFC 7692, section 6).
    package let isCompressed: Bool

    /// Makes a header for a payload of `payloadCount` bytes.
    package init(
        opcode: FrameOpcode, isFinal: Bool = true, isCompressed: Bool = false, payloadCount: Int, mask: MaskKey? = nil
    ) {
        self.opcode = opcode
        self.isFinal = isFinal
        self.isCompressed = isCompressed
        self.payloadCount = payloadCount
        self.mask = mask
    }

    /// The size of the encoded header, in bytes. The shortest form is the only valid one.
    package var encodedCount: Int {
        2 + Self.extendedCount(of: lengthCode) + (mask == nil ? 0 : 4)
    }

    /// Writes the header at the start of `target`, which must have room for `encodedCount` bytes.
    package func write(to target: UnsafeMutableRawBufferPointer) {
        target[0] = (isFinal ? 0x80 : 0) | (isCompressed ? 0x40 : 0) | opcode.rawValue
        target[1] = (mask == nil ? 0 : 0x80) | lengthCode
        let extended = Self.extendedCount(of: lengthCode)
        for index in 0..<extended {
            target[2 + index] = UInt8(truncatingIfNeeded: payloadCount >> (8 * (extended - 1 - index)))
        }
        mask?.write(to: target, at: 2 + extended)
    }

    /// The seven bits that hold a short length, or the number of bytes that hold a longer one.
    private var lengthCode: UInt8 {
        switch payloadCount {
        case ...125: UInt8(truncatingIfNeeded: payloadCount)
        case ...0xFFFF: 126
        default: 127
        }
    }

    /// Returns the number of bytes that hold the length after a length code.
    static func extendedCount(of lengthCode: UInt8) -> Int {
        switch lengthCode {
        case 126: 2
        case 127: 8
        default: 0
        }
    }
}
