import Foundation

/// Base64 (RFC 4648 section 4) with padding.
package enum Base64 {
    /// Returns the bytes of a text; `nil` for an invalid one.
    package static func decode(_ text: String) -> [UInt8]? {
        Data(base64Encoded: text).map { Array($0) }
    }

    /// Returns the text of bytes.
    package static func encode(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
    }
}
