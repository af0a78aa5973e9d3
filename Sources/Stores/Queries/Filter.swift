/// A condition that rows fulfil: on one column, on texts of several, or made of others.
///
///     where: [.equal("AlbumId", 7), .range("Year", 1990...1999), .not("Composer", nil)]
///     where: [.any([.startsWith("Name", "The "), .contains("Composer", "Young")])]
///
/// It depends on the row alone, and a search on the table's full-text index besides.
public struct Filter: Sendable {
    indirect enum Condition: Sendable {
        /// A column compared with what a route says.
        case route(column: String, Comparison, String)
        /// A column that equals a value, as a foreign key does.
        case value(column: String, SQLValue)
        /// SQL that stands after a column's name, and the values of its parameters.
        case column(String, String, [SQLValue])
        /// A text found in columns; in those that are searched by default, if none are named.
        case search(String, columns: [String])
        case any([Filter])
        case all([Filter])
    }

    let condition: Condition

    private init(_ condition: Condition) {
        self.condition = condition
    }

    private init(_ column: String, _ sql: String, _ values: [SQLValue]) {
        condition = .column(column, sql, values)
    }

    /// Rows whose column compares so with the value that a route writes so (see the protocol, section 7).
    public init(column: String, _ comparison: Comparison = .equal, id: String) {
        condition = .route(column: column, comparison, id)
    }

    /// Rows whose column equals a value, as a foreign key does: NULL equals nothing.
    public init(column: String, value: SQLValue) {
        condition = .value(column: column, value)
    }

    /// Rows whose column refers to a row that has a value in the column `parent`, as a foreign key does: compared by the
    /// affinity and the collation of the parent's column (sqlite.org/foreignkeys.html section 3).
    public init(_ column: Column, refersTo value: SQLValue, in parent: Column) {
        guard !column.compares(like: parent) else {
            self.init(column: column.name, value: value)
            return
        }
        let isCast = parent.affinity != .blob && value != .null
        let bound = isCast ? "CAST(? AS \(parent.affinity.name))" : "?"
        self.init(column.name, "= \(bound) COLLATE \(parent.collation.quoted)", [value])
    }
}

extension Filter {
    /// Rows whose column has this value; `nil` stands for NULL.
    public static func equal(_ column: String, _ value: (any ColumnValue)?) -> Filter {
        Filter(column, "IS ?", [value?.sqlValue ?? .null])
    }

    /// Rows whose column has another value; `nil` stands for NULL.
    public static func not(_ column: String, _ value: (any ColumnValue)?) -> Filter {
        Filter(column, "IS NOT ?", [value?.sqlValue ?? .null])
    }

    /// Rows whose column has one of these values.
    public static func any(_ column: String, of values: [any ColumnValue]) -> Filter {
        Filter(column, "IN (\(values.map { _ in "?" }.joined(separator: ", ")))", values.map(\.sqlValue))
    }

    /// Rows whose column lies within these bounds, both included, in the order in which SQLite sorts.
    public static func range<Value: ColumnValue>(_ column: String, _ bounds: ClosedRange<Value>) -> Filter {
        Filter(column, "BETWEEN ? AND ?", [bounds.lowerBound.sqlValue, bounds.upperBound.sqlValue])
    }

    /// Rows whose column has a value of this or a larger one.
    public static func range<Value: ColumnValue>(_ column: String, _ bounds: PartialRangeFrom<Value>) -> Filter {
        Filter(column, ">= ?", [bounds.lowerBound.sqlValue])
    }

    /// Rows whose column has a smaller value than this.
    public static func range<Value: ColumnValue>(_ column: String, _ bounds: PartialRangeUpTo<Value>) -> Filter {
        Filter(column, "< ?", [bounds.upperBound.sqlValue])
    }

    /// Rows whose column has a value of this or a smaller one.
    public static func range<Value: ColumnValue>(_ column: String, _ bounds: PartialRangeThrough<Value>) -> Filter {
        Filter(column, "<= ?", [bounds.upperBound.sqlValue])
    }
}

extension Filter {
    /// Rows whose column has this text somewhere, with letters in either case.
    public static func contains(_ column: String, _ text: String) -> Filter {
        Filter(column: column, .contains, id: text)
    }

    /// Rows whose column begins with this text, with letters in either case.
    public static func startsWith(_ column: String, _ text: String) -> Filter {
        Filter(column: column, .starts, id: text)
    }

    /// Rows that are found by a text in these columns, or in any that is searched by default: by the table's full-text
    /// index, if it has one of these columns, else by the text itself, anywhere in a value.
    public static func search(_ text: String, in columns: [String] = []) -> Filter {
        Filter(.search(text, columns: columns))
    }

    /// Rows that fulfil at least one of these; none, if there are none.
    public static func any(_ filters: [Filter]) -> Filter { Filter(.any(filters)) }

    /// Rows that fulfil all of these, as the filters of a list do.
    public static func all(_ filters: [Filter]) -> Filter { Filter(.all(filters)) }
}
