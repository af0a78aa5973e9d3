import Foundation
import WebSockets

/// The header `Content-Disposition` (RFC 6266).
enum Disposition {
    /// Returns the header for a file name. Everything but letters, digits and a few marks is escaped (RFC 8187,
    /// section 3.2.1), so that no name can add a parameter or a header.
    static func header(for name: String, isInline: Bool = false) -> String {
        var escaped = ""
        for byte in name.utf8 {
            if byte.isTokenByte, !"*'%".utf8.contains(byte) {
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                escaped += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return "\(isInline ? "inline" : "attachment"); filename*=UTF-8''\(escaped)"
    }

    /// Returns the file name in a header that a client sent; `nil` without one.
    static func fileName(in header: String?) -> String? {
        guard let header else { return nil }
        if let extended = parameter("filename*", of: header), extended.lowercased().hasPrefix("utf-8'"),
            let name = extended.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false).last,
            let text = String(name).removingPercentEncoding
        {
            return text
        }
        // Browsers escape three characters in the names of a form (HTML standard, multipart/form-data).
        return parameter("filename", of: header)?.replacing("%22", with: "\"").replacing("%0D", with: "").replacing(
            "%0A", with: "")
    }

    /// Returns a parameter of a header such as `form-data; name="image"`.
    static func parameter(_ name: String, of header: String) -> String? {
        var isQuoted = false
        let pieces = header.split { letter in
            if letter == "\"" { isQuoted.toggle() }
            return letter == ";" && !isQuoted
        }
        for piece in pieces.dropFirst() {
            let halves = piece.split(separator: "=", maxSplits: 1)
            guard halves.count == 2, halves[0].trimmingSpaces().lowercased() == name else { continue }
            let value = halves[1].trimmingSpaces()
            return value.first == "\"" ? String(value.dropFirst().prefix { $0 != "\"" }) : String(value)
        }
        return nil
    }
}
