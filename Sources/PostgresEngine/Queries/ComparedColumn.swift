import PostgreSQL
import Tables

/// A column that is compared with constants and with other columns, in PostgreSQL's SQL.
///
/// As in SQLite, a text in decimal digits is a number where the column has numbers. A comparison that the server would
/// refuse is NULL.
struct ComparedColumn {
    /// The column with the name of its table.
    let name: String
    let type: ColumnType

    /// Returns the condition that the column has one of some values.
    ///
    /// - Parameter withNull: Whether NULL equals NULL.
    func equals(oneOf all: [SQLValue], withNull: Bool) -> String {
        let present = all.filter { $0 != .null }
        let values = present.map(type.converted).filter(type.accepts)
        let hasUnknown = values.count < present.count || !withNull && present.count < all.count
        let groups = Dictionary(grouping: values.map(comparable)) { $0.column }
        var parts = groups.sorted { $0.key < $1.key }.map { column, pairs in
            "\(column) IN (\(pairs.map(\.literal).joined(separator: ", ")))"
        }
        if hasUnknown { parts.append("NULL") }
        if withNull, present.count < all.count { parts.append("\(name) IS NULL") }
        return parts.isEmpty ? "FALSE" : "(\(parts.joined(separator: " OR ")))"
    }

    /// Returns a comparison with a constant.
    func comparison(_ sign: String, _ constant: SQLValue) -> String {
        let value = type.converted(constant)
        guard value != .null else { return "NULL" }
        if type.accepts(value) {
            let (column, literal) = comparable(with: value)
            return "(\(column) \(sign) \(literal))"
        }
        // A whole number is also compared with numbers that it cannot be.
        guard type.valueKind == .integer, let text = value.postgresText, Double(text)?.isFinite ?? false,
            ColumnType.decimal.accepts(.text(text))
        else { return "NULL" }
        return "(\(name)::bigint::numeric \(sign) \(text.postgresQuoted)::numeric)"
    }

    /// Returns a comparison with another column.
    func comparison(_ sign: String, _ other: ComparedColumn) -> String {
        guard let cast = type.cast(toCompareWith: other.type) else { return "NULL" }
        return "(\(type.compared(name))\(cast) \(sign) \(other.type.compared(other.name))\(cast))"
    }

    /// Returns the column and a value as they can be compared. Of some types the server refuses texts, or knows no
    /// equality. These are compared as texts.
    private func comparable(with value: SQLValue) -> (column: String, literal: String) {
        if type.isChecked { return (type.compared(name), value.postgresLiteral) }
        if case .text(let text) = value, let literal = KnownText.literal(text, of: type.id) { return (name, literal) }
        return ("(\(name.printed)) COLLATE \"C\"", value.postgresLiteral)
    }

    /// The value as a text; `nil` for binary values.
    var text: String? { type.isText ? "\(name)::text" : type.valueKind == .blob ? nil : "(\(name.printed))" }
}

extension ColumnType {
    fileprivate static let decimal = ColumnType(id: 1700, labels: [])

    /// Returns a text in decimal digits as a whole number, where the type has whole numbers; also `3.0` or `3e0` of at
    /// most 15 digits, which is exact, and a number without a fraction.
    fileprivate func converted(_ value: SQLValue) -> SQLValue {
        guard affinity == .integer else { return value }
        let whole: Int64? =
            switch value {
            case .text(let text) where Self.decimal.accepts(value):
                Int64(text) ?? (text.count(where: \.isNumber) > 15 ? nil : Double(text).flatMap(Int64.init(exactly:)))
            case .real(let number): Int64(exactly: number)
            default: nil
            }
        return whole.map(SQLValue.integer) ?? value
    }

    /// Returns the cast after which values of the type compare with those of another type; `nil` if there is none.
    fileprivate func cast(toCompareWith other: ColumnType) -> String? {
        let kinds = Set([valueKind, other.valueKind])
        return switch true {
        case isText && other.isText: "::text COLLATE \"C\""
        case !isChecked || !other.isChecked: nil
        case self == other: ""
        case kinds == [.integer]: "::bigint"
        case kinds.isSubset(of: [.integer, .number]):
            [id, other.id].contains(700) || [id, other.id].contains(701) ? "::double precision" : "::numeric"
        case kinds.isSubset(of: [.date, .datetime]): ""
        default: nil
        }
    }
}
