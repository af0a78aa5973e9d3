import JSON

/// A value taken out of a row, as bytes.
public struct StoredValue: Sendable {
    /// The bytes: of a blob or a text its own, of a number its digits.
    public let bytes: [UInt8]
    /// Whether the bytes are text.
    public let isText: Bool
    /// The name of the content, as of a document: an entity tag.
    public let digest: Digest

    /// The bytes of a value; `nil` for NULL.
    init?(_ value: SQLValue) {
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
