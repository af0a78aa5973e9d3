/// A kind of image that browsers show: pixels only, without active content.
public enum ImageType: String, CaseIterable, Sendable {
    /// JPEG, for photos.
    case jpeg = "image/jpeg"
    /// PNG, without loss.
    case png = "image/png"
    /// GIF, also animated.
    case gif = "image/gif"
    /// WebP.
    case webp = "image/webp"
    /// AVIF.
    case avif = "image/avif"
    /// Windows bitmap.
    case bmp = "image/bmp"

    /// Creates the kind of an image from its first bytes; `nil` when they begin no known image.
    public init?(of bytes: some Sequence<UInt8>) {
        let head = Array(bytes.prefix(12))
        func has(_ signature: [UInt8], at place: Int = 0) -> Bool { head.dropFirst(place).starts(with: signature) }
        if has([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if has(Array("GIF87a".utf8)) || has(Array("GIF89a".utf8)) {
            self = .gif
        } else if has(Array("RIFF".utf8)), has(Array("WEBP".utf8), at: 8) {
            self = .webp
        } else if has(Array("ftypavif".utf8), at: 4) {
            self = .avif
        } else if has(Array("BM".utf8)) {
            self = .bmp
        } else {
            return nil
        }
    }

    /// The file extension of this kind.
    public var fileExtension: String { self == .jpeg ? "jpg" : String(rawValue.dropFirst("image/".count)) }
}
