extension ImageType {
    /// Whether bytes that begin as an image of this kind have its end too, told from the frame alone: nothing is decoded. Of
    /// kinds that do not say where they end, whatever has a header is whole.
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

    /// Goes from chunk to chunk until `IEND` (RFC 2083, section 3.2).
    private static func endsAsPNG(_ bytes: [UInt8]) -> Bool {
        var place = 8
        while place + 12 <= bytes.count {
            let next = place + 12 + number(in: bytes[place..<place + 4])
            if bytes[place + 4..<place + 8].elementsEqual("IEND".utf8) { return next <= bytes.count }
            place = next
        }
        return false
    }

    /// Goes from segment to segment until the first scan; the end has to come after that (ITU-T T.81, annex B).
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

    /// A number whose largest byte comes first.
    private static func number(in bytes: some Sequence<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
