/// A decimal number in PostgreSQL's binary form: the number of digits to the base 10,000, the place of the first, the
/// sign, the scale, and the digits (`numeric_send` in postgresql.org's numeric.c).
struct BinaryNumeric {
    let bytes: [UInt8]

    /// Reads a number as the server prints it; `nil` for another text.
    init?(_ text: String) {
        switch text {
        case "NaN": bytes = Self.bytes([0, 0, 0xC000, 0])
        case "Infinity": bytes = Self.bytes([0, 0, 0xD000, 0])
        case "-Infinity": bytes = Self.bytes([0, 0, 0xF000, 0])
        default:
            let isNegative = text.hasPrefix("-")
            let halves = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
            let isNumber = halves.joined().utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard (1...2).contains(halves.count), isNumber, !halves[0].isEmpty else { return nil }
            let whole = String(repeating: "0", count: (4 - halves[0].count % 4) % 4) + halves[0]
            let fraction = halves.count == 2 ? halves[1] : ""
            let digits = Array((whole + fraction).utf8).map { UInt16($0 - UInt8(ascii: "0")) }
            var groups = stride(from: 0, to: digits.count, by: 4).map { start in
                (start..<start + 4).reduce(UInt16(0)) { $0 * 10 + ($1 < digits.count ? digits[$1] : 0) }
            }
            let zeros = groups.prefix { $0 == 0 }.count
            groups.removeFirst(zeros)
            let weight = Int16(truncatingIfNeeded: whole.count / 4 - 1 - zeros)
            let sign: UInt16 = isNegative ? 0x4000 : 0
            let head = [UInt16(truncatingIfNeeded: groups.count), UInt16(bitPattern: weight), sign, 0]
            bytes = Self.bytes(head + groups)
        }
    }

    private static func bytes(_ words: [UInt16]) -> [UInt8] {
        words.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }
}
