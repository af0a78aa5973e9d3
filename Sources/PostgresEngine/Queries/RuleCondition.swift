import Changes
import PostgreSQL
import Tables

/// The condition of a rule on a row of a table, in PostgreSQL's SQL.
///
/// What cannot be compared is NULL. A rule with it permits nothing, not even negated.
struct RuleCondition {
    private let table: Table
    private let alias: String
    private let catalogue: Catalogue
    /// Returns the column under a path; `nil` for a name that is no path.
    private let path: (String) -> ComparedColumn?

    /// Makes conditions on the rows of a table, or of its alias. `path` returns the column under a path.
    init(
        on table: Table, as alias: String? = nil, in catalogue: Catalogue,
        path: @escaping (String) -> ComparedColumn? = { _ in nil }
    ) {
        (self.table, self.alias, self.catalogue) = (table, alias ?? table.name.quoted, catalogue)
        self.path = path
    }

    /// Returns a condition as SQL.
    func sql(_ condition: Expression) -> String {
        switch condition {
        case .comparison(let left, let comparison, let right): compare(left, comparison, right)
        case .isNull(let value): "(\(operand(value).sql) IS NULL)"
        case .isIn(let value, .set(let values)): isIn(value, values)
        case .not(let part): "(NOT \(sql(part)))"
        case .all(let parts): parts.isEmpty ? "TRUE" : "(\(parts.map(sql).joined(separator: " AND ")))"
        case .any(let parts): parts.isEmpty ? "FALSE" : "(\(parts.map(sql).joined(separator: " OR ")))"
        case .value(.integer(let number)): number == 0 ? "FALSE" : "TRUE"
        case .column, .value, .variable, .set, .isIn, .first, .lower, .now, .today: "NULL"
        }
    }

    /// The condition that the names of the table and of its columns mean the same as when the catalogue was read. The
    /// stream does not tell of a renamed column, and another one may have its name. The server looks the names up in
    /// the statement that reads the table, which keeps it from being altered.
    var isOfTheSameTable: String {
        guard let known = catalogue.identities[ExactName(table.name)] else { return "FALSE" }
        let columns = zip(table.columns, known.columns).map { column, number in
            "(pg_identify_object_as_address('pg_class'::regclass, \(known.table), \(number))).object_names[3]"
                + " = \(column.name.postgresQuoted)"
        }
        let same = "to_regclass(\(known.path.postgresQuoted)) = \(known.table)::oid"
        return ([same] + columns).joined(separator: " AND ")
    }

    /// A value of a comparison.
    private enum Operand {
        case column(ComparedColumn)
        case constant(SQLValue)
        /// An expression of a text that is compared by its bytes.
        case text(String)
        /// The present time, or its date, and an interval after it.
        case time(isDate: Bool, later: String)
        case none

        /// The value alone.
        var sql: String {
            switch self {
            case .column(let column): column.name
            case .constant(let value): value.postgresLiteral
            case .text(let text): text
            case .time, .none: "NULL"
            }
        }

        /// The value as a text that is compared by its bytes; `nil` if it cannot be one.
        var text: String? {
            switch self {
            case .column(let column): column.text.map { "\($0) COLLATE \"C\"" }
            case .constant(let value) where value.isStorable: "\(value.postgresLiteral)::text COLLATE \"C\""
            case .text(let text): text
            case .time(let isDate, let later):
                "to_char(\(ColumnType.utc)\(later), 'YYYY-MM-DD\(isDate ? "" : " HH24:MI:SS")') COLLATE \"C\""
            case .constant, .none: nil
            }
        }

        /// Whether the value is a text by its type.
        var isText: Bool {
            switch self {
            case .column(let column): column.type.isText
            case .constant(.text), .text, .time: true
            case .constant, .none: false
            }
        }
    }

    private func operand(_ expression: Expression) -> Operand {
        switch expression {
        case .column(let name): column(name).map(Operand.column) ?? .none
        case .value(let value): .constant(value)
        case .lower(let value): operand(value).text.map { .text("lower(\($0))") } ?? .none
        case .now(let seconds): .time(isDate: false, later: Self.interval(seconds, "seconds"))
        case .today(let days): .time(isDate: true, later: Self.interval(days, "days"))
        default: .none
        }
    }

    private static func interval(_ number: Int, _ unit: String) -> String {
        number == 0 ? "" : " + interval '\(number) \(unit)'"
    }

    private func column(_ name: String) -> ComparedColumn? {
        if let column = path(name) { return column }
        guard let place = table.place(ofColumn: name), let type = catalogue.type(of: table, place) else { return nil }
        return ComparedColumn(name: "\(alias).\(name.quoted)", type: type)
    }

    private func isIn(_ value: Expression, _ values: [SQLValue]) -> String {
        guard case .column(let column) = operand(value) else {
            return sql(.any(values.map { .comparison(value, .equal, .value($0)) }))
        }
        return column.equals(oneOf: values, withNull: false)
    }

    private func compare(_ left: Expression, _ comparison: Expression.Comparison, _ right: Expression) -> String {
        let (sign, operands) = (comparison.rawValue, (operand(left), operand(right)))
        switch operands {
        case _ where comparison == .like: return like(operands.0, operands.1)
        case (.column(let column), .constant(let value)): return column.comparison(sign, value)
        case (.constant(let value), .column(let column)): return column.comparison(comparison.mirrored.rawValue, value)
        case (.column(let column), .column(let other)): return column.comparison(sign, other)
        case (.column(let column), .time(let isDate, let later)) where column.type.isTime:
            return "(\(column.name) \(sign) \(column.type.now(isDate: isDate))\(later))"
        case (.time(let isDate, let later), .column(let column)) where column.type.isTime:
            return "(\(column.type.now(isDate: isDate))\(later) \(sign) \(column.name))"
        case (.constant(let value), .constant(let other)): return Self.compare(value, sign, other)
        default:
            guard let left = operands.0.text, let right = operands.1.text, operands.0.isText, operands.1.isText
            else { return "NULL" }
            return "(\(left) \(sign) \(right))"
        }
    }

    /// Returns the condition that a text matches a pattern, in which the case of ASCII letters does not count and no
    /// character is quoted, as in SQLite.
    private func like(_ value: Operand, _ pattern: Operand) -> String {
        guard let value = value.text, let pattern = pattern.text else { return "NULL" }
        return "(lower(\(value)) LIKE lower(\(pattern)) ESCAPE '')"
    }

    /// Returns a comparison of two constants: of numbers, or of texts by their bytes.
    private static func compare(_ value: SQLValue, _ sign: String, _ other: SQLValue) -> String {
        switch (value, other) {
        case (.text, .text) where value.isStorable && other.isStorable:
            "(\(value.postgresLiteral)::text COLLATE \"C\" \(sign) \(other.postgresLiteral)::text COLLATE \"C\")"
        case (.integer, .integer), (.integer, .real), (.real, .integer), (.real, .real):
            "(\(value.postgresLiteral)::numeric \(sign) \(other.postgresLiteral)::numeric)"
        default: "NULL"
        }
    }
}

extension SQLValue {
    /// Whether PostgreSQL can have the value as a text.
    fileprivate var isStorable: Bool {
        switch self {
        case .null, .malformed, .blob: false
        case .text(let text): !text.utf8.contains(0)
        case .integer, .real: true
        }
    }
}

extension Expression.Comparison {
    /// The comparison with its sides exchanged.
    fileprivate var mirrored: Expression.Comparison {
        switch self {
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        case .equal, .other, .like: self
        }
    }
}

extension ColumnType {
    /// Whether the values are dates or times.
    fileprivate var isTime: Bool { valueKind == .date || valueKind == .datetime }

    /// Returns the time of the transaction, or its date, as it compares with values of the type.
    fileprivate func now(isDate: Bool) -> String {
        let hasZone = id == 1184
        guard isDate else { return hasZone ? "now()" : Self.utc }
        let day = "date_trunc('day', \(Self.utc))"
        return hasZone ? "(\(day) AT TIME ZONE 'UTC')" : day
    }

    /// The time of the transaction in UTC, without a time zone.
    fileprivate static let utc = "(now() AT TIME ZONE 'UTC')"
}
