extension ImageType {
    /// Returns whether bytes that begin as an image of this kind also have its end. Reads the container only and
    /// decodes nothing. A kind without an end mark is complete once it has a header.
    func isWhole(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .png: Self.endsAsPNG(bytes)
        case .jpeg: Self.endsAsJPEG(bytes)
        case .gif: bytes.count > 13 && bytes.last { $0 != 0 } == 0x3B
        case .webp: bytes.count >= 20 && Self.number(in: bytes[4..<8].reversed()) <= bytes.count - 8
        case .avif: bytes.count > Self.number(in: bytes[0..<4])
        case .bmp: bytes.count > 26
        }
    }

    /// Returns whether the chunks reach `IEND` (RFC 2083, section 3.2).
    private static func endsAsPNG(_ bytes: [UInt8]) -> Bool {
        var place = 8
        while place + 12 <= bytes.count {
            let next = place + 12 + number(in: bytes[place..<place + 4])
            if bytes[place + 4..<place + 8].elementsEqual("IEND".utf8) { return next <= bytes.count }
            place = next
        }
        return false
    }

    /// Returns whether the segments reach a scan that is followed by the end marker (ITU-T T.81, annex B).
    private static func endsAsJPEG(_ bytes: [UInt8]) -> Bool {
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            if bytes[place + 1] == 0xDA { return hasEnd(bytes[(place + 2)...]) }
            let isFill = bytes[place + 1] == 0xFF
            place += isFill ? 1 : 2 + number(in: bytes[place + 2..<place + 4])
        }
        return false
    }

    private static func hasEnd(_ bytes: ArraySlice<UInt8>) -> Bool {
        zip(bytes, bytes.dropFirst()).contains { $0 == 0xFF && $1 == 0xD9 }
    }

    /// Returns a big-endian number.
    private static func number(in bytes: some Sequence<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
