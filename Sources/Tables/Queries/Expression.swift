/// A condition or a value over the columns of one row. Rules and scenes select rows with it.
///
/// SQLite evaluates it, by the affinities and collations of the columns, so that a rule and a route compare alike.
package indirect enum Expression: Sendable {
    /// A comparison of two values; NULL on either side meets none.
    package enum Comparison: String, Sendable, CaseIterable {
        case equal = "="
        case other = "<>"
        case lessOrEqual = "<="
        case greaterOrEqual = ">="
        case less = "<"
        case greater = ">"
        case like = "LIKE"
    }

    /// A column of the row, or a path to a column of a row that it refers to, such as `Owner.Name`.
    case column(String)
    case value(SQLValue)
    /// Values of the principal, by name. ``bound(to:)`` puts them in.
    case variable(String)
    case set([SQLValue])
    case comparison(Expression, Comparison, Expression)
    case isNull(Expression)
    /// Whether the first value is one of a set.
    case isIn(Expression, Expression)
    case not(Expression)
    case all([Expression])
    case any([Expression])
    /// The first value of a set; NULL for an empty one.
    case first(Expression)
    case lower(Expression)
    /// The date and time of the transaction, as SQLite's `datetime('now')`, or that of some seconds later.
    case now(seconds: Int = 0)
    /// The date of the transaction, as SQLite's `date('now')`, or that of some days later.
    case today(days: Int = 0)

    /// The condition that no row meets.
    package static let never = Expression.value(.integer(0))

    /// Whether the condition has no parts, so that every row meets it.
    package var isAlways: Bool {
        if case .all(let parts) = self { parts.isEmpty } else { false }
    }
}

extension Expression {
    /// Returns the expression with the values of variables. A variable without values is NULL or an empty set.
    package func bound(to values: [String: [SQLValue]]) -> Expression {
        switch self {
        case .column, .value, .set, .now, .today: self
        case .variable(let name): .value(values[name]?.first ?? .null)
        case .comparison(let left, let comparison, let right):
            .comparison(left.bound(to: values), comparison, right.bound(to: values))
        case .isNull(let value): .isNull(value.bound(to: values))
        case .isIn(let value, .variable(let name)): .isIn(value.bound(to: values), .set(values[name] ?? []))
        case .isIn(let value, let set): .isIn(value.bound(to: values), set)
        case .not(let condition): .not(condition.bound(to: values))
        case .all(let conditions): .all(conditions.map { $0.bound(to: values) })
        case .any(let conditions): .any(conditions.map { $0.bound(to: values) })
        case .first(.variable(let name)): .value(values[name]?.first ?? .null)
        case .first(let set): .first(set)
        case .lower(let value): .lower(value.bound(to: values))
        }
    }

    /// Returns the expression at a time, as SQLite writes it: `time` returns the date and the time some seconds later,
    /// `day` the date some days later.
    package func at(_ time: (Int) -> String, on day: (Int) -> String) -> Expression {
        switch self {
        case .now(let seconds): .value(.text(time(seconds)))
        case .today(let days): .value(.text(day(days)))
        case .column, .value, .variable, .set: self
        case .comparison(let left, let comparison, let right):
            .comparison(left.at(time, on: day), comparison, right.at(time, on: day))
        case .isNull(let value): .isNull(value.at(time, on: day))
        case .isIn(let value, let set): .isIn(value.at(time, on: day), set)
        case .not(let condition): .not(condition.at(time, on: day))
        case .all(let conditions): .all(conditions.map { $0.at(time, on: day) })
        case .any(let conditions): .any(conditions.map { $0.at(time, on: day) })
        case .first(let set): .first(set)
        case .lower(let value): .lower(value.at(time, on: day))
        }
    }

    /// Returns the expression as SQL for a row of a table or of its alias. The table's name precedes each column:
    /// SQLite would read a missing column as a text otherwise. Values are literals, so that a statement can contain the
    /// expression anywhere; the text is the same for equal expressions.
    package func sql(of table: String) -> String { sql { "\(table.quoted).\($0.quoted)" } }

    /// Returns the expression as SQL. `name` returns the SQL of a column, or of the column under a path.
    package func sql(naming name: (String) -> String) -> String {
        switch self {
        case .column(let column): name(column)
        case .value(let value): value.literal
        case .variable: "NULL"
        case .set(let values): "(\(Set(values.map(\.literal)).sorted().joined(separator: ", ")))"
        case .comparison(let left, let comparison, let right):
            "(\(left.sql(naming: name)) \(comparison.rawValue) \(right.sql(naming: name)))"
        case .isNull(let value): "(\(value.sql(naming: name)) IS NULL)"
        case .isIn(let value, let set): "(\(value.sql(naming: name)) IN \(set.sql(naming: name)))"
        case .not(let condition): "(NOT \(condition.sql(naming: name)))"
        case .all(let conditions): Self.joined(conditions, "AND", naming: name)
        case .any(let conditions): Self.joined(conditions, "OR", naming: name)
        case .first: "NULL"
        case .lower(let value): "lower(\(value.sql(naming: name)))"
        case .now(let seconds): "datetime('now'\(seconds == 0 ? "" : ", '\(seconds) seconds'"))"
        case .today(let days): "date('now'\(days == 0 ? "" : ", '\(days) days'"))"
        }
    }

    private static func joined(
        _ conditions: [Expression], _ word: String, naming name: (String) -> String
    ) -> String {
        guard !conditions.isEmpty else { return word == "AND" ? "1" : "0" }
        return "(\(conditions.map { $0.sql(naming: name) }.joined(separator: " \(word) ")))"
    }

    /// The parts of the expression.
    private var parts: [Expression] {
        switch self {
        case .column, .value, .variable, .set, .now, .today: []
        case .comparison(let left, _, let right), .isIn(let left, let right): [left, right]
        case .isNull(let part), .not(let part), .first(let part), .lower(let part): [part]
        case .all(let parts), .any(let parts): parts
        }
    }

    /// The names of the columns that the expression reads.
    package var columns: [String] {
        if case .column(let name) = self { [name] } else { parts.flatMap(\.columns) }
    }

    /// Whether the value depends on the principal.
    package var readsPrincipal: Bool {
        if case .variable(let name) = self { !name.hasPrefix("@") } else { parts.contains(where: \.readsPrincipal) }
    }

    /// Whether the value depends on the time.
    package var readsTime: Bool {
        switch self {
        case .now, .today: true
        default: parts.contains(where: \.readsTime)
        }
    }
}

extension SQLValue {
    /// The value as an SQL literal without an affinity, like a bound value. Quotation marks are doubled byte by byte,
    /// and a text that SQL cannot contain is written in hexadecimal digits.
    package var literal: String {
        switch self {
        case .null: "NULL"
        case .integer(let number): String(number)
        case .real(let number):
            if number.isNaN {
                "NULL"
            } else if number.isInfinite {
                number < 0 ? "-9e999" : "9e999"
            } else {
                "\(number)"
            }
        case .text(let text) where !text.utf8.contains(0): Self.quoted(text)
        case .text(let text): "+CAST(x'\(Self.digits(of: text.utf8))' AS TEXT)"
        case .malformed(let text): "+CAST(x'\(Self.digits(of: text.bytes))' AS TEXT)"
        case .blob(let blob): "x'\(Self.digits(of: blob.bytes))'"
        }
    }

    private static func quoted(_ text: String) -> String {
        let mark = UInt8(ascii: "'")
        return String(
            decoding: [mark] + text.utf8.flatMap { $0 == mark ? [mark, mark] : [$0] } + [mark], as: UTF8.self)
    }

    private static func digits(of bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
