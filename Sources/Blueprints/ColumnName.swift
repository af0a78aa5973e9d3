/// How the name of a column is written in a query: itself, or in double quotes, with `""` for each in it, where it would be
/// read as something else.
enum ColumnName {
    /// The name in a list of what to sort by.
    static func inSort(_ name: String) -> String {
        name.isEmpty || name.hasPrefix("-") || name.utf8.contains { ",\"".utf8.contains($0) } ? quoted(name) : name
    }

    /// The name that stands in a text.
    static func read(_ text: String) -> String {
        guard text.utf8.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        return text.dropFirst().dropLast().split(separator: "\"\"", omittingEmptySubsequences: false).joined(
            separator: "\"")
    }

    /// The names of a list such as `Name,-"a,b"`; a minus sign is for the reverse order.
    static func terms(of text: String) -> [(name: String, isDescending: Bool)] {
        split(text, at: ",").filter { !$0.isEmpty }.map { term in
            let isDescending = term.hasPrefix("-")
            return (read(isDescending ? String(term.dropFirst()) : term), isDescending)
        }
    }

    /// The parts of a text between marks that stand outside of quotes.
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

    /// The name in quotes.
    static func quoted(_ name: String) -> String {
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
