/// Fields of a table in the text form of RFC 4180.
enum CSVText {
    private static let quote = UInt8(ascii: "\"")

    /// Appends a text as a field: in quotes where it has to be, and where it is empty, which tells it from NULL.
    ///
    /// A spreadsheet takes a text for a formula that begins with one of `=`, `+`, `-`, `@`, a tab or a return, and a formula may
    /// send the rest of the table elsewhere. Such a text gets an apostrophe in front, which has it taken for a text; a number,
    /// such as `-1.5`, stays as it is.
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
        byte == quote || byte == UInt8(ascii: ",") || byte < 0x20
    }

    private static func looksLikeFormula(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        switch text.first {
        case UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: "\t"), UInt8(ascii: "\r"): true
        case UInt8(ascii: "+"), UInt8(ascii: "-"): !isNumber(text.dropFirst())
        default: false
        }
    }

    /// Whether these are digits, with one point at most.
    private static func isNumber(_ text: some Collection<UInt8>) -> Bool {
        let others = text.filter { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) }
        return others.count < text.count && (others.isEmpty || others == [UInt8(ascii: ".")])
    }
}
