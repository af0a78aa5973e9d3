/// A picture for an album's cover: two colours in a pattern, as a PNG of 32 by 32 pixels (PNG specification, third
/// edition).
struct DemoCover {
    /// The width and the height in pixels.
    static let side = 32
    /// Random bits that determine the colours and the pattern.
    private let bits: UInt64

    init(bits: UInt64) {
        self.bits = bits
    }

    /// The file's bytes.
    var png: [UInt8] {
        let size = Self.bigEndian(UInt32(Self.side))
        let header = size + size + [8, 3, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", header)
            + Self.chunk("PLTE", palette) + Self.chunk("IDAT", Self.stored(scanLines)) + Self.chunk("IEND", [])
    }

    private var palette: [UInt8] {
        (0..<6).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
    }

    /// The rows of palette indices, each with its filter type 0 first.
    private var scanLines: [UInt8] {
        (0..<Self.side).flatMap { y in [0] + (0..<Self.side).map { x in isDrawn(x, y) ? 1 : 0 } }
    }

    private func isDrawn(_ x: Int, _ y: Int) -> Bool {
        let (dx, dy) = (2 * x - Self.side + 1, 2 * y - Self.side + 1)
        let width = Int(bits >> 48 & 3) + 3
        switch bits >> 50 & 3 {
        case 0: return (dx * dx + dy * dy) / (width * 40) % 2 == 0
        case 1: return (x / width + y / width) % 2 == 0
        case 2: return (x + y) / width % 2 == 0
        default: return abs(dx) + abs(dy) < width * 7
        }
    }

    /// Returns a zlib stream of one uncompressed block (RFC 1950, RFC 1951 section 3.2.4).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let count = UInt16(bytes.count)
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        let lengths = [count, ~count].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        return [0x78, 0x01, 0x01] + lengths + bytes + bigEndian(high << 16 | low)
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        return bigEndian(UInt32(content.count)) + body + bigEndian(checksum(body))
    }

    /// Returns the CRC-32 (annex D of the specification).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var remainder = UInt32.max
        for byte in bytes {
            remainder ^= UInt32(byte)
            for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1 }
        }
        return ~remainder
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
