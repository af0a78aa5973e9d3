/// Fields of a table in CSV (RFC 4180).
enum CSVText {
    private static let quote = UInt8(ascii: "\"")
    private static let plus = UInt8(ascii: "+")
    private static let minus = UInt8(ascii: "-")

    /// Appends a text as a field. It is quoted where necessary, also for `;`, which some programs use as the separator.
    /// An empty text is quoted too: this distinguishes it from NULL.
    ///
    /// A spreadsheet takes a text for a formula if it begins with `=`, `+`, `-`, `@`, their full-width forms, a tab or
    /// a line end. A formula may send the rest of the table elsewhere. Such a text gets an apostrophe in front, which
    /// marks it as text. A number, such as `-1.5`, `-1e5` or `-Infinity`, stays unchanged.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { utf8 in
            let isFormula = looksLikeFormula(utf8)
            guard isFormula || utf8.isEmpty || utf8.contains(where: mustBeQuoted) else {
                return bytes.append(contentsOf: utf8)
            }
            bytes.append(quote)
            if isFormula { bytes.append(UInt8(ascii: "'")) }
            for byte in utf8 {
                if byte == quote { bytes.append(quote) }
                bytes.append(byte)
            }
            bytes.append(quote)
        }
    }

    private static func mustBeQuoted(_ byte: UInt8) -> Bool {
        byte == quote || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte < 0x20
    }

    private static func looksLikeFormula(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        switch text.first {
        case UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): true
        case plus, minus: !isNumber(text.dropFirst()) && !text.dropFirst().elementsEqual("Infinity".utf8)
        case 0xEF: wideSigns.contains { text.starts(with: $0.utf8) }
        default: false
        }
    }

    /// The full-width signs of Japanese keyboards, U+FF0B to U+FF20.
    private static let wideSigns = ["\u{FF0B}", "\u{FF0D}", "\u{FF1D}", "\u{FF20}"]

    /// Whether these are digits with at most one point, and an optional exponent.
    private static func isNumber(_ text: some Collection<UInt8>) -> Bool {
        let mantissa = text.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        let others = mantissa.filter { !isDigit($0) }
        guard others.count < mantissa.count, others.isEmpty || others == [UInt8(ascii: ".")] else { return false }
        guard mantissa.endIndex != text.endIndex else { return true }
        var digits = text[mantissa.endIndex...].dropFirst()
        if digits.first == plus || digits.first == minus { digits = digits.dropFirst() }
        return !digits.isEmpty && digits.allSatisfy(isDigit)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
