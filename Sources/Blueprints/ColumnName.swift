/// How the name of a column is written in a query: itself, or in double quotes, with `""` for each in it, where it would be
/// read as something else.
enum ColumnName {
    /// The name as a parameter that filters; `words` are parameters that mean something else.
    static func inFilter(_ name: String, words: Set<String>) -> String {
        words.contains(name) || name.utf8.first == UInt8(ascii: "\"") ? quoted(name) : name
    }

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
        var terms: [String] = [""]
        var isQuoted = false
        for character in text.unicodeScalars {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted {
                terms.append("")
            } else {
                terms[terms.count - 1].unicodeScalars.append(character)
            }
        }
        return terms.filter { !$0.isEmpty }.map { term in
            let isDescending = term.hasPrefix("-")
            return (read(isDescending ? String(term.dropFirst()) : term), isDescending)
        }
    }

    private static func quoted(_ name: String) -> String {
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
