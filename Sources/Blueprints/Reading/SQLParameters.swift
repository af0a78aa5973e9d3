import Tables

/// Parameters of SQL by name, such as `:row`.
enum SQLParameters {
    /// Returns the names of the parameters in a statement.
    static func names(in sql: String) -> [String] {
        sql.matches(of: pattern).compactMap { $0.output.1.map(String.init) }
    }

    /// Returns the statement with `?` for each parameter, and the values in this order. Strings, quoted names and
    /// comments stay as they are.
    static func bound(_ sql: String, to value: (String) -> SQLValue) -> (sql: String, values: [SQLValue]) {
        var values: [SQLValue] = []
        let text = replaced(sql) { name in
            values.append(value(name))
            return "?"
        }
        return (text, values)
    }

    /// Returns the statement with a text in the place of each parameter.
    static func replaced(_ sql: String, by text: (String) -> String) -> String {
        sql.replacing(pattern) { match in
            guard let name = match.output.1 else { return String(match.output.0) }
            return text(String(name))
        }
    }

    /// A text, a quoted name, a comment, a cast of PostgreSQL, or a parameter.
    private static var pattern: Regex<(Substring, Substring?)> {
        /'[^']*'|"[^"]*"|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/|::|:([A-Za-z][A-Za-z0-9_]*)/
            .matchingSemantics(.unicodeScalar)
    }
}
