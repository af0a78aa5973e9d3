/// The four bytes that mask a client's payload (RFC 6455, section 5.3), rotated to the current position.
package struct MaskKey: Equatable, Sendable {
    /// The bytes of the key. The next one to use is in the lowest eight bits.
    private var bits: UInt32

    /// The key that changes nothing.
    static let identity = MaskKey(bits: 0)

    private init(bits: UInt32) {
        self.bits = bits
    }

    /// Makes a key from its four bytes in the order of the wire.
    package init(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) {
        bits = UInt32(first) | UInt32(second) << 8 | UInt32(third) << 16 | UInt32(fourth) << 24
    }

    /// Reads the four bytes at `address`, aligned or not.
    init(at address: UnsafeRawPointer) {
        bits = UInt32(littleEndian: address.loadUnaligned(as: UInt32.self))
    }

    /// Returns an unpredictable key, as section 10.3 requires of clients.
    package static func random() -> MaskKey {
        MaskKey(bits: .random(in: .min ... .max))
    }

    /// Writes the key in the order of the wire.
    func write(to target: UnsafeMutableRawBufferPointer, at offset: Int) {
        target.storeBytes(of: bits.littleEndian, toByteOffset: offset, as: UInt32.self)
    }

    /// Masks or unmasks `bytes` in place, and rotates the key so that the next call continues where this one ends.
    /// Complexity: O(n), eight bytes a step.
    mutating func apply(to bytes: UnsafeMutableRawBufferPointer) {
        guard bits != 0, let start = bytes.baseAddress else { return }
        let word = (UInt64(bits) << 32 | UInt64(bits)).littleEndian
        let whole = bytes.count & ~7
        var offset = 0
        while offset < whole {
            let value = start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            start.storeBytes(of: value ^ word, toByteOffset: offset, as: UInt64.self)
            offset += 8
        }
        for _ in whole..<bytes.count {
            let value = start.load(fromByteOffset: offset, as: UInt8.self)
            start.storeBytes(of: value ^ UInt8(truncatingIfNeeded: bits), toByteOffset: offset, as: UInt8.self)
            bits = bits >> 8 | bits << 24
            offset += 1
        }
    }
}
