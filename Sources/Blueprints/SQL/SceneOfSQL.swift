/// A file of scenes with one scene: a query that an operator has typed.
struct SceneOfSQL {
    let sql: String

    /// The file. The query is a block, or where YAML would read a block differently, a text in quotation marks.
    var text: String {
        let head = "scenes:\n  /query:\n    title: Query\n"
        let isPlain = sql.unicodeScalars.allSatisfy { $0 == "\n" || !Self.isSpecial($0) }
        guard isPlain, sql.first != " ", sql.first != "\n" else { return head + "    query: \(quoted)\n" }
        let lines = sql.split(separator: "\n", omittingEmptySubsequences: false)
        return head + "    query: |\n" + lines.map { $0.isEmpty ? "\n" : "      \($0)\n" }.joined()
    }

    /// Whether YAML refuses a character, or takes it for the end of a line.
    private static func isSpecial(_ character: Unicode.Scalar) -> Bool {
        switch character.value {
        case 0x20..<0x7F, 0xA0..<0x2028, 0x202A..<0xD800, 0xE000..<0xFEFF, 0xFF00..<0xFFFE, 0x1_0000...: false
        default: true
        }
    }

    private var quoted: String {
        let characters = sql.unicodeScalars.map { character in
            if character == "\"" || character == "\\" { return "\\\(character)" }
            guard Self.isSpecial(character) else { return String(character) }
            let digits = String(character.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "\"\(characters.joined())\""
    }
}
