import JSON

/// A value of a row, as bytes.
public struct StoredValue: Sendable {
    /// The bytes: those of a blob or a text, the digits of a number.
    public let bytes: [UInt8]
    /// Whether the bytes are text.
    public let isText: Bool
    /// The digest of the content, an entity tag as of a document.
    public let digest: Digest

    /// Creates the bytes of a value; `nil` for NULL.
    package init?(_ value: SQLValue) {
        switch value {
        case .null: return nil
        case .integer(let number): (bytes, isText) = (Array(String(number).utf8), true)
        case .real(let number): (bytes, isText) = (Array(String(number).utf8), true)
        case .text(let text): (bytes, isText) = (Array(text.utf8), true)
        case .malformed(let text): (bytes, isText) = (text.bytes, true)
        case .blob(let blob): (bytes, isText) = (blob.bytes, false)
        }
        digest = Digest(ContentHash.hash(of: bytes))
    }
}
