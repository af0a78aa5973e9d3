import JSON
import Scenes
import Stores

/// Tells a media type from the first bytes of a value: images and documents that browsers may show, else plain bytes.
enum MediaSniffer {
    private static let signatures: [(prefix: [UInt8], type: String)] = [
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png"),
        ([0xFF, 0xD8, 0xFF], "image/jpeg"),
        (Array("GIF87a".utf8), "image/gif"),
        (Array("GIF89a".utf8), "image/gif"),
        (Array("BM".utf8), "image/bmp"),
        (Array("%PDF-".utf8), "application/pdf"),
    ]

    static func type(of head: some Sequence<UInt8>) -> String {
        let bytes = Array(head.prefix(16))
        if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            return "image/webp"
        }
        return signatures.first { bytes.starts(with: $0.prefix) }?.type ?? "application/octet-stream"
    }
}

extension StoredValue {
    /// The value as a file to download: blobs by what they begin with, everything else as text.
    func servedFile(named name: String) -> ServedFile {
        ServedFile(
            bytes: bytes, type: isText ? "text/plain; charset=utf-8" : MediaSniffer.type(of: bytes), name: name,
            tag: digest.text)
    }
}
