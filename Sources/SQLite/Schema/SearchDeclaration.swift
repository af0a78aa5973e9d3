/// The parsed SQL of a full-text index: `CREATE VIRTUAL TABLE … USING fts5(Name, Note UNINDEXED, content='Track')`.
package struct SearchDeclaration {
    /// The indexed columns.
    package private(set) var columns: [String] = []
    /// The options, by their names in lower case.
    package private(set) var options: [String: String] = [:]

    /// Parses the SQL of a virtual table; `nil` if it is not an FTS5 table.
    package init?(_ sql: String) {
        guard let start = sql.firstMatch(of: /(?i)\busing\s+fts5\s*\(/)?.range.upperBound,
            let end = sql.lastIndex(of: ")"), start <= end
        else { return nil }
        for part in Self.split(Array(sql[start..<end].utf8)[...], at: UInt8(ascii: ",")) { read(part) }
    }

    private mutating func read(_ part: ArraySlice<UInt8>) {
        let words = Self.split(part, at: nil)
        guard let first = words.first, let initial = first.first else { return }
        let halves = Self.split(part, at: UInt8(ascii: "="))
        if halves.count == 2, Self.quotes[initial] == nil {
            let sides = halves.map { Self.split($0, at: nil).first.map(Self.plain) ?? "" }
            options[sides[0].lowercased()] = sides[1]
        } else if words.count < 2 || Self.plain(words[1]).lowercased() != "unindexed" {
            columns.append(Self.plain(first))
        }
    }

    private static let quotes: [UInt8: UInt8] = [
        UInt8(ascii: "'"): UInt8(ascii: "'"), UInt8(ascii: "\""): UInt8(ascii: "\""),
        UInt8(ascii: "`"): UInt8(ascii: "`"), UInt8(ascii: "["): UInt8(ascii: "]"),
    ]

    /// Splits a text at a byte outside of quotes, or at white space for `nil`.
    private static func split(_ text: ArraySlice<UInt8>, at mark: UInt8?) -> [ArraySlice<UInt8>] {
        var closing: UInt8?
        return text.split(omittingEmptySubsequences: mark == nil) { byte in
            if let end = closing {
                if byte == end { closing = nil }
                return false
            }
            closing = quotes[byte]
            return mark == nil ? " \t\r\n".utf8.contains(byte) : byte == mark
        }
    }

    /// Returns the text without its quotes.
    private static func plain(_ text: ArraySlice<UInt8>) -> String {
        guard let first = text.first, let end = quotes[first], text.count >= 2, text.last == end else {
            return String(decoding: text, as: UTF8.self)
        }
        var bytes: [UInt8] = []
        var inner = text.dropFirst().dropLast()
        while let byte = inner.popFirst() {
            bytes.append(byte)
            if byte == first, inner.first == first { inner.removeFirst() }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
