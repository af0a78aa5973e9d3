/// Up to eight bytes of a text, processed together. The first is the most significant, and unused bytes are zero.
struct CodeWord {
    private(set) var bits: UInt64
    let count: Int

    /// Reads the bytes from a position on.
    init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
        count = min(8, bytes.count &- start)
        guard count < 8 else {
            bits = UInt64(
                bigEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: start, as: UInt64.self))
            return
        }
        bits = 0
        for place in 0..<count { bits |= UInt64(bytes[start &+ place]) << (56 &- 8 &* place) }
    }

    /// A mask of the used bytes.
    private var used: UInt64 { .max << (64 &- 8 &* count) }

    /// Whether no byte is 00 or 01.
    var isPlain: Bool {
        let filled = bits | ~used
        return (filled &- 0x0202_0202_0202_0202) & ~filled & 0x8080_8080_8080_8080 == 0
    }

    /// Converts the letters A to Z to a to z.
    mutating func fold() {
        let low = bits & 0x7F7F_7F7F_7F7F_7F7F
        let fromA = low &+ 0x3F3F_3F3F_3F3F_3F3F
        let beyondZ = low &+ 0x2525_2525_2525_2525
        bits |= (fromA & ~beyondZ & ~bits & 0x8080_8080_8080_8080) >> 2
    }

    /// Returns the bytes, complemented for a descending column.
    func masked(_ column: SortColumn) -> UInt64 { column.isDescending ? ~bits & used : bits }

    /// The bytes one by one.
    var bytes: some Sequence<UInt8> {
        (0..<count).lazy.map { [bits] in UInt8(truncatingIfNeeded: bits >> (56 &- 8 &* $0)) }
    }
}
