/// SHA-1 (RFC 3174), which RFC 6455 uses to show that a server understood the handshake. Nothing relies on its
/// strength.
enum SHA1 {
    /// Returns the 20-byte digest of `message`. Complexity: O(n).
    static func digest(_ message: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        let padded = pad(message)
        for start in stride(from: 0, to: padded.count, by: 64) {
            absorb(padded[start..<start + 64], into: &state)
        }
        return state.flatMap { bigEndianBytes($0) }
    }

    /// Pads the message to whole 64-byte blocks: a one bit, zeros, and the length in bits as 64 bits (section 4).
    private static func pad(_ message: [UInt8]) -> [UInt8] {
        var padded = message + [0x80]
        padded.append(contentsOf: repeatElement(0, count: (120 - padded.count % 64) % 64))
        let bits = UInt64(message.count) * 8
        padded += bigEndianBytes(UInt32(truncatingIfNeeded: bits >> 32))
        padded += bigEndianBytes(UInt32(truncatingIfNeeded: bits))
        return padded
    }

    /// Applies one round of the compression function to a 64-byte block (section 6.1).
    private static func absorb(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for (step, word) in schedule(block).enumerated() {
            let (mix, constant) = round(step, b, c, d)
            let next = rotate(a, by: 5) &+ mix &+ e &+ word &+ constant
            (a, b, c, d, e) = (next, a, rotate(b, by: 30), c, d)
        }
        for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
    }

    /// Expands the block's 16 words to 80.
    private static func schedule(_ block: ArraySlice<UInt8>) -> [UInt32] {
        var words: [UInt32] = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
            block[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        for step in 16..<80 {
            words.append(rotate(words[step - 3] ^ words[step - 8] ^ words[step - 14] ^ words[step - 16], by: 1))
        }
        return words
    }

    /// Returns the logical function and the constant of a step (section 5).
    private static func round(_ step: Int, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> (mix: UInt32, constant: UInt32) {
        switch step {
        case 0..<20: (b & c | ~b & d, 0x5A82_7999)
        case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
    }

    private static func rotate(_ value: UInt32, by count: UInt32) -> UInt32 {
        value << count | value >> (32 - count)
    }

    private static func bigEndianBytes(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
