/// A query as SQL.
struct QueryText {
    let table: Table
    let query: Query

    /// Selects the keys of all rows in order; for rows without a key, all their columns.
    var keys: (sql: String, values: [SQLValue]) {
        let keys = RowLocator(table: table).keyColumns
        let selected = keys.isEmpty ? table.columns.map(\.name) : keys
        let (condition, values) = condition
        return (
            "SELECT \(selected.map(\.quoted).joined(separator: ", ")) FROM \(table.name.quoted)\(condition)\(order)",
            values
        )
    }

    /// The columns that place a row in the order; the row id of a table that is named by it is not among them.
    var codeTerms: [SortTerm] {
        if case .rowid = table.key { return query.sort }
        return query.sort + RowLocator(table: table).keyColumns.map { SortTerm(column: $0) }
    }

    /// Selects the keys of all rows and what places them, in no order but that of the key when no other is wanted.
    var codes: (sql: String, values: [SQLValue]) {
        let (condition, values) = condition
        return (codeSelection + condition + (query.sort.isEmpty && query.section == nil ? order : ""), values)
    }

    /// The order in words: the same for two queries only if their rows are, and stand in the same order.
    var orderName: String {
        let (condition, values) = condition
        let directions = (query.section.map { [$0.isDescending] } ?? []) + query.sort.map(\.isDescending)
        let parameters = KeyCodec.encode(values, values.map { _ in .blob })
        return "\(codeSelection)\(condition) \(directions) \(query.section == nil) \(parameters)"
    }

    /// Selects the same of a row that fulfils `row` and is in the list; the last parameters are those of `row`.
    func code(where row: String) -> String {
        let condition = condition.0
        return codeSelection + (condition.isEmpty ? " WHERE " : condition + " AND ") + "(\(row))"
    }

    /// The values that every row of the list is asked for with.
    var conditionValues: [SQLValue] { condition.1 }

    private var codeSelection: String {
        let keys = RowLocator(table: table).keyColumns.map(\.quoted)
        let columns = keys + (query.section.map { [$0.sql] } ?? []) + codeTerms.map(\.column.quoted)
        return "SELECT \(columns.joined(separator: ", ")) FROM \(table.name.quoted)"
    }

    /// Selects the wanted values of one row.
    func row(where condition: String) -> String {
        "SELECT \(expressions) FROM \(table.name.quoted) WHERE \(condition)"
    }

    /// Selects the wanted values of a run of rows; its length and its start are the last two parameters.
    var run: (sql: String, values: [SQLValue]) {
        let (condition, values) = condition
        return ("SELECT \(expressions) FROM \(table.name.quoted)\(condition)\(order) LIMIT ? OFFSET ?", values)
    }

    /// Whether not every row of the table is in the list.
    var isFiltered: Bool { !condition.0.isEmpty }

    /// Selects a 1 for every row of the list.
    var each: (sql: String, values: [SQLValue]) {
        let (condition, values) = condition
        return ("SELECT 1 FROM \(table.name.quoted)\(condition)", values)
    }

    /// Selects keys and wanted values of a run of rows; its length and its start are the last two parameters.
    var glimpse: (sql: String, values: [SQLValue]) {
        let (condition, values) = condition
        let keys = RowLocator(table: table).keyColumns.map(\.quoted).joined(separator: ", ")
        return ("SELECT \(keys), \(expressions) FROM \(table.name.quoted)\(condition)\(order) LIMIT ? OFFSET ?", values)
    }

    /// Selects the different values of a column.
    func values(of column: String) -> (sql: String, values: [SQLValue]) {
        let (condition, values) = condition
        return (
            "SELECT DISTINCT \(column.quoted) FROM \(table.name.quoted)\(condition) ORDER BY \(column.quoted)", values
        )
    }

    private var expressions: String {
        guard !query.isDigested else { return table.columns.map(\.name.quoted).joined(separator: ", ") }
        let all = query.columns.map(expression) + query.labels.map(label)
        return all.isEmpty ? "NULL" : all.joined(separator: ", ")
    }

    private func expression(_ name: String) -> String {
        guard let limit = query.textLimit, let column = table.column(named: name) else { return name.quoted }
        switch column.affinity {
        case .integer, .real: return name.quoted
        case .text, .numeric, .blob:
            let name = name.quoted
            return "CASE WHEN typeof(\(name)) = 'text' AND length(\(name)) > \(limit) "
                + "THEN substr(\(name), 1, \(limit)) || '…' ELSE \(name) END"
        }
    }

    /// The title of the row that a foreign key points to; NULL when there is no such row.
    private func label(_ key: ForeignKey) -> String {
        guard let titles = query.titles[key.parentTable] else { return "NULL" }
        let parent = (table.name + "'s parent").quoted  // the name of any table could be this table's
        let title =
            titles.isEmpty
            ? "''" : titles.map { "coalesce(\(parent).\($0.quoted), '')" }.joined(separator: " || ' ' || ")
        let match = zip(key.parentColumns, key.columns).map {
            "\(parent).\($0.quoted) = \(table.name.quoted).\($1.quoted)"
        }
        return "(SELECT substr(trim(\(title)), 1, 200) FROM \(key.parentTable.quoted) AS \(parent) "
            + "WHERE \(match.joined(separator: " AND ")) LIMIT 1)"
    }

    private var condition: (String, [SQLValue]) {
        var parts: [String] = []
        var values: [SQLValue] = []
        for filter in query.filters {
            let (sql, bound) = condition(filter)
            parts.append(sql)
            values += bound
        }
        if let search = query.search {
            let columns = searched
            parts.append(Self.nested(columns.map { "\($0.quoted) LIKE ? ESCAPE '\\'" }[...], "OR"))
            values += columns.map { _ in .text(Self.pattern(search)) }
        }
        if let keys = query.keys {
            let found = keys.compactMap { RowLocator(table: table).condition(for: $0) }
            parts.append(Self.nested(found.map { "(\($0.sql))" }[...], "OR"))
            values += found.flatMap(\.values)
        }
        return (parts.isEmpty ? "" : " WHERE " + Self.nested(parts[...], "AND"), values)
    }

    private func condition(_ filter: Filter) -> (String, [SQLValue]) {
        let name = filter.column.quoted
        switch filter.operand {
        case .value(let value): return ("\(name) = ?", [value])
        case .condition(let sql, let values): return ("\(name) \(sql)", values)
        case .id(let text):
            let affinity = table.column(named: filter.column)?.affinity ?? .blob
            switch KeyCodec.decode(text, [affinity])?.first ?? .text(text) {
            case .null: return ("\(name) IS NULL", [])
            case .integer(let number) where affinity == .blob:
                return ("\(name) IN (?, ?)", [.integer(number), .text(String(number))])
            case let value: return ("\(name) = ?", [value])
            }
        }
    }

    /// The columns of text; of a table without any, all that are not binary.
    private var searched: [String] {
        let texts = table.columns.filter { $0.affinity == .text || $0.valueKind == .any }
        return (texts.isEmpty ? table.columns.filter { $0.valueKind != .blob } : texts).map(\.name)
    }

    /// Terms joined by a word, nested by halves: SQLite refuses an expression that is more than 1,000 terms deep.
    private static func nested(_ terms: ArraySlice<String>, _ word: String) -> String {
        guard terms.count > 1 else { return terms.first ?? "0" }
        let middle = terms.startIndex + terms.count / 2
        return "(\(nested(terms[..<middle], word)) \(word) \(nested(terms[middle...], word)))"
    }

    private static func pattern(_ text: String) -> String {
        var pattern = "%"
        for character in text.unicodeScalars {
            if "%_\\".unicodeScalars.contains(character) { pattern += "\\" }
            pattern.unicodeScalars.append(character)
        }
        return pattern + "%"
    }

    private var order: String {
        let section = query.section.map { "\($0.sql) COLLATE BINARY\($0.isDescending ? " DESC" : "")" }
        let terms =
            (section.map { [$0] } ?? []) + query.sort.map { $0.column.quoted + ($0.isDescending ? " DESC" : "") }
            + RowLocator(table: table).keyColumns.map(\.quoted)
        return terms.isEmpty ? "" : " ORDER BY " + terms.joined(separator: ", ")
    }
}
