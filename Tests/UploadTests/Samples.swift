/// Bytes that begin as images do.
enum Samples {
    static let png = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array("a picture".utf8)
    static let otherPNG = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array("another one".utf8)
    static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array("a photo\r\n--with a line".utf8)
    static let bmp = Array("BM".utf8) + [0, 1, 2, 3]
    static let script = Array("<svg onload='alert(1)'/>".utf8)
}
