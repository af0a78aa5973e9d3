import Changes
import PostgreSQL
import Tables

extension QueryText {
    /// The conditions that each row of the list meets.
    var conditions: [String] {
        var parts = query.filters.map(condition)
        if let text = query.search { parts.append(search(text, [])) }
        if let condition = rightsCondition { parts.append(condition) }
        if let keys = query.keys {
            let condition = KeyCondition(table, catalogue)
            parts.append(Self.joined(keys.compactMap(condition.literal), " OR "))
        }
        return parts
    }

    private func condition(_ filter: Filter) -> String {
        switch filter.condition {
        case .value(let column, let value): compared(column).equals(oneOf: [value], withNull: false)
        case .same(let column, let value): compared(column).equals(oneOf: [value], withNull: true)
        case .among(let column, let values): compared(column).equals(oneOf: values, withNull: false)
        case .column(let column, let test): condition(column, test)
        case .route(let column, let comparison, let text): condition(column, comparison, text)
        case .search(let text, let columns): search(text, columns)
        case .any(let filters): Self.joined(filters.map(condition), " OR ")
        case .all(let filters): filters.isEmpty ? "TRUE" : Self.joined(filters.map(condition), " AND ")
        case .rule(let condition):
            "\(rule(condition)) AND \(RuleCondition(on: table, in: catalogue).isOfTheSameTable)"
        case .reference(let key, let condition): reference(key, to: condition)
        }
    }

    private static func joined(_ parts: [String], _ word: String) -> String {
        parts.isEmpty ? "FALSE" : "(" + parts.joined(separator: word) + ")"
    }

    private func compared(_ column: String) -> ComparedColumn {
        ComparedColumn(name: name(column), type: type(of: column))
    }

    private func condition(_ column: String, _ test: Filter.ColumnTest) -> String {
        let column = compared(column)
        switch test {
        case .isNot(let value): return "NOT \(column.equals(oneOf: [value], withNull: true).orFalse)"
        case .isWithin(let lower, let upper):
            let bounds = [lower.map { column.comparison(">=", $0) }, upper.map { column.comparison("<=", $0) }]
            return Self.joined(bounds.compactMap(\.self) + ["TRUE"], " AND ")
        case .isLess(let value): return column.comparison("<", value)
        case .refers(let value, _): return column.equals(oneOf: [value], withNull: false)
        }
    }

    private func condition(_ column: String, _ comparison: Comparison, _ text: String) -> String {
        let reader = FilterReader(of: table.column(atPath: column))
        let (value, column) = ("lower(\(searchable(column)))", compared(column))
        switch comparison {
        case .equal: return column.equals(oneOf: reader.values(text), withNull: true)
        case .among:
            return column.equals(oneOf: Filter.values(among: text).flatMap(reader.values), withNull: true)
        case .other: return "NOT \(column.equals(oneOf: reader.values(text), withNull: true).orFalse)"
        case .contains: return "strpos(\(value), lower(\(text.postgresQuoted))) > 0"
        case .starts: return "starts_with(\(value), lower(\(text.postgresQuoted)))"
        case .greater: return column.comparison(">", reader.bound(text))
        case .greaterOrEqual: return column.comparison(">=", reader.bound(text))
        case .less: return column.comparison("<", reader.bound(text))
        case .lessOrEqual: return column.comparison("<=", reader.bound(text))
        }
    }

    /// Returns a column as a text in which another can be searched. The server searches none whose collation takes
    /// different texts for equal.
    private func searchable(_ column: String) -> String {
        "\(name(column))::text" + (catalogue.hasLooseTexts && isLoose(column) ? " COLLATE \"default\"" : "")
    }

    private func isLoose(_ column: String) -> Bool {
        if case .icu(let collation) = type(of: column).order { !collation.isDeterministic } else { false }
    }

    /// Returns the condition that a row contains a text, ignoring the case of letters.
    private func search(_ text: String, _ columns: [String]) -> String {
        let parts = (columns.isEmpty ? searched : columns).map {
            "strpos(lower(\(searchable($0))), lower(\(text.postgresQuoted))) > 0"
        }
        return Self.joined(parts, " OR ").orFalse
    }

    /// The columns of text; in a table without any, all columns that are not binary.
    private var searched: [String] {
        let columns = table.columns.filter { column in
            query.rights?.searched.contains { ExactName($0) == ExactName(column.name) } ?? true
        }
        let texts = columns.filter { $0.affinity == .text || $0.valueKind == .any }
        return (texts.isEmpty ? columns.filter { $0.valueKind != .blob } : texts).map(\.name)
    }
}

extension String {
    /// The condition, false where it is neither true nor false.
    fileprivate var orFalse: String { "coalesce(\(self), FALSE)" }
}
