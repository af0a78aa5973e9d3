/// The spelling of column names in a query: plain, or in double quotes (with `""` for each quote in the name) where the
/// plain name would be ambiguous.
enum ColumnName {
    /// Returns the spelling in a list of sort columns.
    static func inSort(_ name: String) -> String {
        name.isEmpty || name.hasPrefix("-") || name.utf8.contains { ",\"".utf8.contains($0) } ? quoted(name) : name
    }

    /// Returns the name that a text spells.
    static func read(_ text: String) -> String {
        guard text.utf8.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        return text.dropFirst().dropLast().split(separator: "\"\"", omittingEmptySubsequences: false).joined(
            separator: "\"")
    }

    /// Returns the names in a list such as `Name,"a,b"`.
    static func names(in text: String) -> [String] { split(text, at: ",").filter { !$0.isEmpty }.map(read) }

    /// Returns the names in a list such as `Name,-"a,b"`; a minus sign means descending order.
    static func terms(of text: String) -> [(name: String, isDescending: Bool)] {
        split(text, at: ",").filter { !$0.isEmpty }.map { term in
            let isDescending = term.hasPrefix("-")
            return (read(isDescending ? String(term.dropFirst()) : term), isDescending)
        }
    }

    /// Splits a text at the separators outside of quotes.
    static func split(_ text: String, at mark: Unicode.Scalar) -> [String] {
        var parts: [String] = [""]
        var isQuoted = false
        for character in text.unicodeScalars {
            if character == "\"" { isQuoted.toggle() }
            if character == mark, !isQuoted {
                parts.append("")
            } else {
                parts[parts.count - 1].unicodeScalars.append(character)
            }
        }
        return parts
    }

    /// Returns the name in quotes.
    static func quoted(_ name: String) -> String {
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
