import JSON
import Lists
import Scenes
import Stores
import Tables
import ViewModels

/// Detects a media type from the first bytes of a value: images and PDF, which browsers may show, otherwise plain
/// bytes.
enum MediaSniffer {
    static func type(of head: some Sequence<UInt8>) -> String {
        let bytes = Array(head.prefix(16))
        if let image = ImageType(of: bytes) { return image.rawValue }
        return bytes.starts(with: Array("%PDF-".utf8)) ? "application/pdf" : "application/octet-stream"
    }
}

extension StoredValue {
    /// Returns the value as a file to download: a blob by its detected type, everything else as text.
    func servedFile(named name: String) -> ServedFile {
        ServedFile(
            bytes: bytes, type: isText ? "text/plain; charset=utf-8" : MediaSniffer.type(of: bytes), name: name,
            tag: digest.text)
    }
}
