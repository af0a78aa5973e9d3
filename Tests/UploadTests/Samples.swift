/// Bytes that begin and end as images do.
enum Samples {
    static let png = png("a picture")
    static let otherPNG = png("another one")
    static let jpeg: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 1, 0xFF, 0xDA] + Array("a photo\r\n--with a line".utf8) + [0xFF, 0xD9]
    static let gif: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x2C, 0x3B]
    static let webp: [UInt8] = Array("RIFF".utf8) + [12, 0, 0, 0] + Array("WEBPVP8 ".utf8) + [0, 0, 0, 0]
    static let bmp = Array("BM".utf8) + [UInt8](repeating: 1, count: 30)
    static let script = Array("<svg onload='alert(1)'/>".utf8)

    private static func png(_ text: String) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("tEXt", Array(text.utf8)) + chunk("IEND", [])
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        [0, 0, 0, UInt8(content.count)] + Array(type.utf8) + content + [0xAE, 0x42, 0x60, 0x82]
    }
}
