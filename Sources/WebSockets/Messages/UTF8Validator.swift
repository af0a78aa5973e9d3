/// A validator for UTF-8 in pieces, which fails at the first invalid byte (RFC 3629). Its state is that of the decoder
/// in the WHATWG Encoding Standard.
struct UTF8Validator: Equatable {
    /// The number of continuation bytes that are missing of the scalar at the end of the last piece.
    private var missing: UInt8 = 0
    /// The range of the next continuation byte. It is narrower after E0, ED, F0 and F4, to exclude overlong forms,
    /// surrogates and scalars above U+10FFFF.
    private var lowest: UInt8 = 0x80
    private var highest: UInt8 = 0xBF

    /// Whether the text may end here.
    var isComplete: Bool { missing == 0 }

    /// Validates the next piece. Returns false if the text is not UTF-8, whatever may follow. Complexity: O(n), eight
    /// ASCII bytes a step.
    mutating func accept(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let start = bytes.baseAddress else { return true }
        var offset = 0
        while true {
            if missing == 0 { offset = Self.skipASCII(start, from: offset, to: bytes.count) }
            guard offset < bytes.count else { return true }
            let byte = start.load(fromByteOffset: offset, as: UInt8.self)
            guard missing == 0 ? begin(byte) : proceed(byte) else { return false }
            offset += 1
        }
    }

    /// Returns the offset of the first byte at or after `offset` that is not ASCII.
    private static func skipASCII(_ start: UnsafeRawPointer, from offset: Int, to end: Int) -> Int {
        var offset = offset
        while offset + 8 <= end {
            let high = start.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080
            if high != 0 { return offset + high.littleEndian.trailingZeroBitCount / 8 }
            offset += 8
        }
        while offset < end, start.load(fromByteOffset: offset, as: UInt8.self) < 0x80 { offset += 1 }
        return offset
    }

    /// Validates the first byte of a scalar beyond ASCII.
    private mutating func begin(_ byte: UInt8) -> Bool {
        switch byte {
        case 0xC2...0xDF: missing = 1
        case 0xE0...0xEF: missing = 2
        case 0xF0...0xF4: missing = 3
        default: return false
        }
        switch byte {
        case 0xE0: lowest = 0xA0
        case 0xED: highest = 0x9F
        case 0xF0: lowest = 0x90
        case 0xF4: highest = 0x8F
        default: break
        }
        return true
    }

    /// Validates a continuation byte of a scalar.
    private mutating func proceed(_ byte: UInt8) -> Bool {
        guard lowest <= byte, byte <= highest else { return false }
        (lowest, highest) = (0x80, 0xBF)
        missing -= 1
        return true
    }
}
