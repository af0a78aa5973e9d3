import PostgreSQL
import Tables

/// A rule of rights as PostgreSQL's SQL.
struct RuleText {
    let table: Table
    /// The quoted name by which the statement knows the table.
    let alias: String
    let catalogue: Catalogue

    /// Returns a condition. A value stands for true if it is a number other than 0, as in SQLite.
    func condition(_ rule: Expression) -> String {
        switch rule {
        case .comparison(let left, .like, let right): "(\(text(left)) ILIKE \(text(right)) ESCAPE '')"
        case .comparison(let left, let comparison, let right):
            "(\(value(left, besides: right)) \(comparison.rawValue) \(value(right, besides: left)))"
        case .isNull(let part): "(\(value(part)) IS NULL)"
        case .isIn(let part, .set(let values)): isIn(part, values)
        case .isIn: "FALSE"
        case .not(let part): "(NOT \(condition(part)))"
        case .all(let parts): joined(parts, " AND ", none: "TRUE")
        case .any(let parts): joined(parts, " OR ", none: "FALSE")
        case .value(.integer(let number)): number == 0 ? "FALSE" : "TRUE"
        case .column(let name) where type(of: name)?.id == 16: value(rule)
        case .column, .value, .variable, .set, .first, .lower, .now, .today: "(\(value(rule))::text <> '0')"
        }
    }

    private func joined(_ parts: [Expression], _ word: String, none: String) -> String {
        parts.isEmpty ? none : "(" + parts.map(condition).joined(separator: word) + ")"
    }

    private func isIn(_ part: Expression, _ values: [SQLValue]) -> String {
        let fitting = values.filter { accepts($0, besides: part) }.map(\.postgresLiteral)
        return fitting.isEmpty ? "FALSE" : "(\(value(part)) IN (\(Set(fitting).sorted().joined(separator: ", "))))"
    }

    /// Returns a value. A constant that the other side of a comparison cannot have equals nothing.
    private func value(_ rule: Expression, besides other: Expression? = nil) -> String {
        switch rule {
        case .column(let name): "\(alias).\(name.quoted)"
        case .value(let value): other.map { accepts(value, besides: $0) } ?? true ? value.postgresLiteral : "NULL"
        case .variable, .set, .first: "NULL"
        case .lower(let part): "lower(\(text(part)))"
        case .now: "(now() AT TIME ZONE 'UTC')"
        case .today: "(now() AT TIME ZONE 'UTC')::date"
        case .comparison, .isNull, .isIn, .not, .all, .any: condition(rule)
        }
    }

    private func text(_ rule: Expression) -> String { "\(value(rule))::text" }

    private func accepts(_ value: SQLValue, besides other: Expression) -> Bool {
        guard case .column(let name) = other else { return true }
        return type(of: name)?.accepts(value) ?? true
    }

    private func type(of column: String) -> ColumnType? {
        table.place(ofColumn: column).flatMap { catalogue.type(of: table, $0) }
    }
}
