import PostgreSQL

/// The default of a column, as SQLite's SQL.
struct DefaultValue {
    private let text: String

    init(_ text: String) {
        var text = text[...]
        while text.first == "(", text.last == ")" { text = text.dropFirst().dropLast() }
        self.text = String(text)
    }

    /// Returns the default as PostgreSQL's SQL for a column of this type; `nil` if it is not known to be the same.
    func sql(as type: CopiedType) -> String? {
        let isNumber = text.wholeMatch(of: /[-+]?[0-9]+(\.[0-9]+)?/) != nil
        switch type {
        case .boolean: return ["0": "false", "1": "true", "FALSE": "false", "TRUE": "true"][text.uppercased()]
        case .bigint: return text.wholeMatch(of: /[-+]?[0-9]{1,18}/) != nil ? text : nil
        case .double, .numeric: return isNumber ? text : nil
        case .text: return isNumber ? "'\(text)'" : quoted ?? time.map { "to_char(\(Self.utc), '\($0)')" }
        case .timestamp: return time == Self.secondsFormat ? Self.utc : nil
        case .timestamptz: return time == Self.secondsFormat ? "now()" : nil
        case .date: return time == Self.dateFormat ? "(\(Self.utc))::date" : nil
        case .bytea, .jsonb: return nil
        }
    }

    /// A text in quotation marks, as a literal.
    private var quoted: String? {
        if text.wholeMatch(of: /'([^']|'')*'/) != nil { return text }
        return text.wholeMatch(of: /"([^"]*)"/).map { String($0.output.1).postgresQuoted }
    }

    /// The format of the present time or date.
    private var time: String? {
        switch text.uppercased().filter({ $0 != " " }) {
        case "CURRENT_TIMESTAMP", "DATETIME('NOW')", "DATETIME()": Self.secondsFormat
        case "CURRENT_DATE", "DATE('NOW')", "DATE()": Self.dateFormat
        default: nil
        }
    }

    private static let utc = "(now() AT TIME ZONE 'UTC')"
    private static let secondsFormat = "YYYY-MM-DD HH24:MI:SS"
    private static let dateFormat = "YYYY-MM-DD"
}
