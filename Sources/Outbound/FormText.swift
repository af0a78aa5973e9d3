/// Names and values as a form or a query has them (`application/x-www-form-urlencoded`).
package enum FormText {
    /// Encodes names and values.
    package static func encode(_ pairs: [(String, String)]) -> String {
        pairs.map { "\(escape($0.0))=\(escape($0.1))" }.joined(separator: "&")
    }

    /// Escapes all bytes but the unreserved ones (RFC 3986 section 2.3).
    package static func escape(_ text: String) -> String {
        var escaped = ""
        for byte in text.utf8 {
            let character = Character(Unicode.Scalar(byte))
            if byte < 128, character.isLetter || character.isNumber || "-._~".contains(character) {
                escaped.append(character)
            } else {
                escaped += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return escaped
    }
}
