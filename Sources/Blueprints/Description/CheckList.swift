import Changes
import JSON
import Tables

/// The values that the columns of a table allow, where these are few: those of an enumeration, and of
/// `CHECK (column IN (…))` in the SQL that created the table.
struct CheckList {
    /// The values by the names of the columns, in lower case: SQLite compares names without regard to case.
    private var lists: [String: [JSON]] = [:]

    /// Reads the SQL of a table. O(characters).
    init(_ table: Table) {
        let tokens = table.sql.lowercased().contains("check") ? Self.split(table.sql) : []
        for start in tokens.indices where tokens[start].lowercased() == "check" {
            let rest = tokens[(start + 1)...]
            guard rest.count > 5, rest[start + 1] == "(", rest[start + 3].lowercased() == "in", rest[start + 4] == "(",
                let end = rest.firstIndex(of: ")"), end + 1 < rest.endIndex, rest[end + 1] == ")"
            else { continue }
            let items = rest[(start + 5)..<end].filter { $0 != "," }
            let values = items.compactMap(Self.value)
            guard values.count == items.count, !values.isEmpty else { continue }
            let name = Self.name(rest[start + 2])
            if lists[name] == nil { lists[name] = values }
        }
    }

    /// Returns the values that a column allows; `nil` without a list of them.
    func values(of column: Column) -> [JSON]? {
        column.limits.labels.isEmpty ? lists[column.name.lowercased()] : column.limits.labels.map(JSON.string)
    }

    /// Returns a name without its quotes, in lower case.
    private static func name(_ token: String) -> String {
        let quotes: Set<Character> = ["\"", "`", "[", "]"]
        return token.filter { !quotes.contains($0) }.lowercased()
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
