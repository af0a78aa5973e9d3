import Changes
import PostgreSQL
import Tables

extension QueryText {
    /// The conditions that each row of the list meets.
    var conditions: [String] {
        var parts = query.filters.map(condition)
        if let text = query.search { parts.append(search(text, [])) }
        if query.rights?.rows != nil { parts.append(Self.rule) }
        if let keys = query.keys {
            let condition = KeyCondition(table, catalogue)
            parts.append(Self.joined(keys.compactMap(condition.literal), " OR "))
        }
        return parts
    }

    private func condition(_ filter: Filter) -> String {
        switch filter.condition {
        case .value(let column, let value): equality(column, [value], withNull: false)
        case .same(let column, let value): equality(column, [value], withNull: true)
        case .among(let column, let values): equality(column, values, withNull: false)
        case .column(let column, let test): condition(column, test)
        case .route(let column, let comparison, let text): condition(column, comparison, text)
        case .search(let text, let columns): search(text, columns)
        case .any(let filters): Self.joined(filters.map(condition), " OR ")
        case .all(let filters): filters.isEmpty ? "TRUE" : Self.joined(filters.map(condition), " AND ")
        case .rule, .reference: Self.rule
        }
    }

    private static func joined(_ parts: [String], _ word: String) -> String {
        parts.isEmpty ? "FALSE" : "(" + parts.joined(separator: word) + ")"
    }

    /// Returns the condition that a column has one of some values. Values that the column cannot have are left out:
    /// the server would refuse them.
    private func equality(_ column: String, _ all: [SQLValue], withNull: Bool) -> String {
        let type = type(of: column)
        let values = all.filter { $0 != .null && type.accepts($0) }.map(\.postgresLiteral)
        var parts = values.isEmpty ? [] : ["\(comparable(column)) IN (\(values.joined(separator: ", ")))"]
        if withNull, all.contains(.null) { parts.append("\(name(column)) IS NULL") }
        return Self.joined(parts, " OR ")
    }

    /// Returns a column as it can be compared with a literal. Of some types the server refuses texts, or knows no
    /// equality; these are compared as texts.
    private func comparable(_ column: String) -> String {
        let type = type(of: column)
        return type.isChecked && type.labels.isEmpty ? name(column) : "(\(name(column).printed)) COLLATE \"C\""
    }

    private func condition(_ column: String, _ test: Filter.ColumnTest) -> String {
        switch test {
        case .isNot(let value): "NOT \(equality(column, [value], withNull: true).orFalse)"
        case .isWithin(let lower, let upper):
            Self.joined(
                [lower.map { comparison(column, ">=", $0) }, upper.map { comparison(column, "<=", $0) }]
                    .compactMap(\.self) + ["TRUE"], " AND ")
        case .isLess(let value): comparison(column, "<", value)
        case .refers(let value, _): equality(column, [value], withNull: false)
        }
    }

    private func condition(_ column: String, _ comparison: Comparison, _ text: String) -> String {
        let reader = FilterReader(of: table.column(named: column))
        switch comparison {
        case .equal: return equality(column, reader.values(text), withNull: true)
        case .among: return equality(column, Filter.values(among: text).flatMap(reader.values), withNull: true)
        case .other: return "NOT \(equality(column, reader.values(text), withNull: true).orFalse)"
        case .contains: return "strpos(lower(\(name(column))::text), lower(\(text.postgresQuoted))) > 0"
        case .starts: return "starts_with(lower(\(name(column))::text), lower(\(text.postgresQuoted)))"
        case .greater: return self.comparison(column, ">", reader.bound(text))
        case .greaterOrEqual: return self.comparison(column, ">=", reader.bound(text))
        case .less: return self.comparison(column, "<", reader.bound(text))
        case .lessOrEqual: return self.comparison(column, "<=", reader.bound(text))
        }
    }

    /// Returns a comparison by size. A number of another kind than the column's is compared as `numeric`. Other values
    /// that the column cannot have are smaller or larger than none.
    private func comparison(_ column: String, _ sign: String, _ value: SQLValue) -> String {
        let type = type(of: column)
        if type.accepts(value), value != .null {
            let enumeration = type.labels.isEmpty ? "" : "::\(declared(column))"
            let left = type.labels.isEmpty ? comparable(column) : name(column)
            return "\(left) \(sign) \(value.postgresLiteral)\(enumeration)"
        }
        guard type.valueKind == .integer, let text = value.postgresText, Double(text)?.isFinite ?? false,
            ColumnType(id: 1700, labels: []).accepts(.text(text))
        else { return "FALSE" }
        return "\(name(column))::bigint::numeric \(sign) \(text.postgresQuoted)::numeric"
    }

    private func declared(_ column: String) -> String { table.column(named: column)?.declaredType ?? "text" }

    /// Returns the condition that a row contains a text, ignoring the case of letters.
    private func search(_ text: String, _ columns: [String]) -> String {
        let parts = (columns.isEmpty ? searched : columns).map {
            "strpos(lower(\(name($0))::text), lower(\(text.postgresQuoted))) > 0"
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

extension QueryText {
    /// The condition in place of every rule of rights. Rules are not translated yet, and a row that one concerns is
    /// hidden.
    static let rule = "FALSE"
}

extension String {
    /// The condition, false where it is neither true nor false.
    fileprivate var orFalse: String { "coalesce(\(self), FALSE)" }
}
