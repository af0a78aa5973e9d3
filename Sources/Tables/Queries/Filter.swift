import Changes

/// A condition on rows: on one column, on the texts of several columns, or a combination of conditions.
///
///     where: [.equal("AlbumId", 7), .range("Year", 1990...1999), .not("Composer", nil)]
///     where: [.any([.startsWith("Name", "The "), .contains("Composer", "Young")])]
///
/// A filter depends on the row alone. A search also depends on the table's full-text index.
public struct Filter: Sendable {
    package indirect enum Condition: Sendable {
        /// A comparison between a column and a value in a route.
        case route(column: String, Comparison, String)
        /// A column that equals a value, as a foreign key does.
        case value(column: String, SQLValue)
        /// A column that has a value, which may be NULL.
        case same(column: String, SQLValue)
        /// A column that has one of some values.
        case among(column: String, [SQLValue])
        /// Another test of a column.
        case column(String, ColumnTest)
        /// A text to find in columns. Without columns, the columns that are searched by default.
        case search(String, columns: [String])
        case any([Filter])
        case all([Filter])
        /// A condition of a rule.
        case rule(Expression)
        /// Whether the row that a foreign key points to meets a condition; NULL points to none.
        case reference(ForeignKey, Expression)
    }

    /// A test of a column's value.
    package enum ColumnTest: Sendable {
        /// The value is another one. NULL differs from all other values.
        case isNot(SQLValue)
        /// The value lies within bounds, in the database's sort order. Without a bound, that side is open.
        case isWithin(lower: SQLValue?, upper: SQLValue?)
        /// The value is smaller.
        case isLess(SQLValue)
        /// The value refers to one of a parent's column, whose comparison decides.
        case refers(to: SQLValue, in: Column)
    }

    package let condition: Condition
    /// The rules of rows in other tables that the filter reads as a condition of a command. Lists keep these rules in
    /// ``Query/rights``.
    package var parents: [ExactName: Expression] = [:]

    private init(_ condition: Condition) {
        self.condition = condition
    }

    /// Selects rows by comparing a column with a value in the notation of routes (see the protocol, section 7).
    public init(column: String, _ comparison: Comparison = .equal, id: String) {
        condition = .route(column: column, comparison, id)
    }

    /// Selects rows whose column equals a value, as a foreign key does: NULL equals nothing.
    public init(column: String, value: SQLValue) {
        condition = .value(column: column, value)
    }

    /// Selects rows whose column refers to a parent row with this value, as a foreign key does. The type and the
    /// collation of the parent's column decide (sqlite.org/foreignkeys.html section 3).
    public init(_ column: Column, refersTo value: SQLValue, in parent: Column) {
        self.init(
            column.compares(like: parent)
                ? .value(column: column.name, value) : .column(column.name, .refers(to: value, in: parent)))
    }
}

extension Filter {
    /// Selects rows whose column has this value; `nil` stands for NULL.
    public static func equal(_ column: String, _ value: (any ColumnValue)?) -> Filter {
        Filter(.same(column: column, value?.sqlValue ?? .null))
    }

    /// Selects rows whose column has another value; `nil` stands for NULL.
    public static func not(_ column: String, _ value: (any ColumnValue)?) -> Filter {
        Filter(.column(column, .isNot(value?.sqlValue ?? .null)))
    }

    /// Selects rows whose column has one of these values.
    public static func any(_ column: String, of values: [any ColumnValue]) -> Filter {
        Filter(.among(column: column, values.map(\.sqlValue)))
    }

    /// Selects rows whose column lies within these bounds, both included, in the database's sort order.
    public static func range<Value: ColumnValue>(_ column: String, _ bounds: ClosedRange<Value>) -> Filter {
        Filter(
            .column(column, .isWithin(lower: bounds.lowerBound.sqlValue, upper: bounds.upperBound.sqlValue)))
    }

    /// Selects rows whose column has this value or a larger one.
    public static func range<Value: ColumnValue>(_ column: String, _ bounds: PartialRangeFrom<Value>) -> Filter {
        Filter(.column(column, .isWithin(lower: bounds.lowerBound.sqlValue, upper: nil)))
    }

    /// Selects rows whose column has a smaller value.
    public static func range<Value: ColumnValue>(_ column: String, _ bounds: PartialRangeUpTo<Value>) -> Filter {
        Filter(.column(column, .isLess(bounds.upperBound.sqlValue)))
    }

    /// Selects rows whose column has this value or a smaller one.
    public static func range<Value: ColumnValue>(_ column: String, _ bounds: PartialRangeThrough<Value>) -> Filter {
        Filter(.column(column, .isWithin(lower: nil, upper: bounds.upperBound.sqlValue)))
    }
}

extension Filter {
    /// Selects rows whose column contains this text, ignoring the case of letters.
    public static func contains(_ column: String, _ text: String) -> Filter {
        Filter(column: column, .contains, id: text)
    }

    /// Selects rows whose column begins with this text, ignoring the case of letters.
    public static func startsWith(_ column: String, _ text: String) -> Filter {
        Filter(column: column, .starts, id: text)
    }

    /// Selects rows by a text in these columns. Without columns, it searches the columns that are searched by default.
    ///
    /// Uses the table's full-text index if the index has one of these columns. Otherwise finds the text anywhere in a
    /// value.
    public static func search(_ text: String, in columns: [String] = []) -> Filter {
        Filter(.search(text, columns: columns))
    }

    /// Selects rows that match at least one of these filters; no rows for an empty array.
    public static func any(_ filters: [Filter]) -> Filter { Filter(.any(filters)) }

    /// Selects rows that match all of these filters, as the filters of a list do.
    public static func all(_ filters: [Filter]) -> Filter { Filter(.all(filters)) }

    /// Selects rows whose foreign key is NULL or points to a row that meets the condition of a rule.
    package static func reference(_ key: ForeignKey, to condition: Expression) -> Filter {
        Filter(.reference(key, condition))
    }

    /// Selects rows that meet the condition of a rule.
    package static func rule(_ condition: Expression) -> Filter { Filter(.rule(condition)) }
}
