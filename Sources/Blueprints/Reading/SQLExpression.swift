import Tables

/// SQL in files of scenes, such as an expression over the columns of one row.
enum SQLExpression {
    private static let lengthLimit = 2_000

    /// Returns why a text cannot be an expression over the columns of one row; `nil` if it may be one. It has no query,
    /// no comment and no second statement, and its parentheses match: so it reads nothing but the row that it is
    /// computed from.
    static func fault(of text: String) -> String? {
        guard text.utf8.count <= lengthLimit else { return "The expression is longer than \(lengthLimit) bytes." }
        var depth = 0
        var rest = withoutTexts(text)[...]
        guard !rest.contains("'"), !rest.contains("\"") else { return "A text in the expression has no end." }
        guard !rest.contains(";"), !rest.contains("--"), !rest.contains("/*") else {
            return "The expression has \";\" or a comment. Write one expression only."
        }
        while let character = rest.popFirst() {
            depth += character == "(" ? 1 : character == ")" ? -1 : 0
            if depth < 0 { return "The expression has a \")\" too many." }
        }
        guard depth == 0 else { return "The expression lacks a \")\"." }
        let hasQuery = text.lowercased().contains(/\b(select|with|from|pragma|attach)\b/)
        return hasQuery ? "The expression has a query. Use a scene with \"query\" for that." : nil
    }

    /// Whether an expression may read a column: its text contains the name.
    static func mayRead(_ column: String, in text: String) -> Bool {
        text.lowercased().contains(column.lowercased())
    }

    /// Returns the seconds after which a text of SQL is computed again: those that a file states, or 60 for a text that
    /// reads the clock; `nil` for never.
    static func refresh(_ stated: Int?, of text: String) -> Int? {
        let words = /'(now|today)'|\b(now|clock_timestamp|statement_timestamp)\s*\(|\b(current_[dt]|localtime)/
        let emptyCalls = /\b(date|time|datetime|julianday|unixepoch)\s*\(\s*\)/
        let lowercased = text.lowercased()
        return stated ?? (lowercased.contains(words) || lowercased.contains(emptyCalls) ? 60 : nil)
    }

    /// Returns a text of SQL without its quoted parts.
    private static func withoutTexts(_ text: String) -> String {
        text.replacing(/'[^']*'|"[^"]*"/, with: "x")
    }
}
