import Changes
import JSON
import Tables

/// The values that the columns of a table allow, where these are few: those of an enumeration, and of
/// `CHECK (column IN (…))` in the SQL that created the table.
struct CheckList {
    /// The words, names and literals of the SQL. A literal keeps its quotes.
    private let tokens: [String]

    /// Reads the SQL of a table.
    init(_ table: Table) { tokens = table.sql.lowercased().contains("check") ? Self.split(table.sql) : [] }

    /// Returns the values that a column allows; `nil` without a list of them.
    func values(of column: Column) -> [JSON]? {
        guard column.limits.labels.isEmpty else { return column.limits.labels.map(JSON.string) }
        for start in tokens.indices where tokens[start].lowercased() == "check" {
            let rest = tokens[(start + 1)...]
            guard rest.count > 5, rest[start + 1] == "(", Self.isName(rest[start + 2], of: column),
                rest[start + 3].lowercased() == "in", rest[start + 4] == "(",
                let end = rest.firstIndex(of: ")"), end + 1 < rest.endIndex, rest[end + 1] == ")"
            else { continue }
            let items = rest[(start + 5)..<end].filter { $0 != "," }
            let values = items.compactMap(Self.value)
            if values.count == items.count, !values.isEmpty { return values }
        }
        return nil
    }

    /// SQLite compares names of columns without regard to case.
    private static func isName(_ token: String, of column: Column) -> Bool {
        let quotes: Set<Character> = ["\"", "`", "[", "]"]
        return token.filter { !quotes.contains($0) }.lowercased() == column.name.lowercased()
    }

    private static func value(_ token: String) -> JSON? {
        guard token.first == "'" else { return Int64(token).map(JSON.int) }
        let inner = token.dropFirst().dropLast()
        return .string(inner.split(separator: "''", omittingEmptySubsequences: false).joined(separator: "'"))
    }

    private static func split(_ sql: String) -> [String] {
        var tokens: [String] = []
        var token = ""
        var quote: Character?
        func end() {
            if !token.isEmpty { tokens.append(token) }
            token = ""
        }
        for character in sql {
            if let open = quote {
                token.append(character)
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" || character == "`" {
                // A doubled quote goes on with the same literal.
                if token.last != character { end() }
                token.append(character)
                quote = character
            } else if "(),".contains(character) {
                end()
                tokens.append(String(character))
            } else if character.isWhitespace {
                end()
            } else {
                token.append(character)
            }
        }
        end()
        return tokens
    }
}
