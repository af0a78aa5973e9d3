import TestSupport

/// Changes inputs at random.
enum Mutation {
    /// The maximum length of an input.
    private static let longest = 32 * 1024

    /// Pieces that parsers treat in a way of their own.
    private static let tokens: [[UInt8]] =
        [
            "\"", "\\", "\\u0000", "\\ud800", "{", "}", "[", "]", ":", ",", "null", "true", "-", "0", "1e309", "-0",
            "1.5",
            "9223372036854775808", "/", "~", "~0", "~1", "%", "%00", "%2F", "%2e%2e", "?", "&", "=", "+", "*", ";",
            "q=0",
            "..", ".", "#", "\r\n", "\r\n\r\n", " ", "\t", "ä", "\u{1F642}", "\u{FEFF}", "-9223372036854775808",
        ].map { Array($0.utf8) } + [
            [0], [0xFF], [0x80], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0x7F, 0xFF, 0xFF, 0xFF], [0xFE, 0, 126],
        ]

    /// One of the inputs, changed in up to eight places.
    static func of(_ seeds: [[UInt8]], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = seeds.randomElement(using: &random) ?? []
        for _ in 0..<(1 << Int.random(in: 0...3, using: &random)) { change(&bytes, seeds, &random) }
        return Array(bytes.prefix(longest))
    }

    private static func change(_ bytes: inout [UInt8], _ seeds: [[UInt8]], _ random: inout SeededGenerator) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...8, using: &random))
        switch Int.random(in: 0..<9, using: &random) {
        case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1 where place < bytes.count: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
        case 2: bytes.removeSubrange(place..<end)
        case 3: bytes.insert(UInt8.random(in: .min ... .max, using: &random), at: place)
        case 4: bytes.insert(contentsOf: tokens.randomElement(using: &random) ?? [], at: place)
        case 5: bytes.replaceSubrange(place..<end, with: tokens.randomElement(using: &random) ?? [])
        case 6: splice(&bytes, at: place, seeds.randomElement(using: &random) ?? [], &random)
        case 7 where bytes.count < longest: bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
        case 8: bytes.removeLast(bytes.count - place)
        default: break
        }
    }

    private static func splice(
        _ bytes: inout [UInt8], at place: Int, _ other: [UInt8], _ random: inout SeededGenerator
    ) {
        let start = Int.random(in: 0...other.count, using: &random)
        let end = Int.random(in: start...other.count, using: &random)
        bytes.replaceSubrange(place..<min(bytes.count, place + end - start), with: other[start..<end])
    }
}
